import CEL
import SuasProgram

extension Operation {
  /// Plans how the operation runs, and the rules in it.
  func planned(by planner: RulePlanner) -> OperationPlan {
    switch self {
    case .set(let target, let value):
      .setting(TargetPlan(target), to: .plan(value))
    case .empty(let target): .emptying(TargetPlan(target))
    case .toggle(let target): .toggling(TargetPlan(target))
    case .add(let target, let amount, let sign):
      .adding(amount.planned(), to: TargetPlan(target), sign)
    case .merge(let target, let overlay): .merging(overlay, into: TargetPlan(target))
    case .insert(let target, let insertion, let position):
      .inserting(insertion, into: TargetPlan(target), at: position)
    case .remove(let target, let index):
      .removing(from: TargetPlan(target), at: index.planned())
    case .move(let target, let from, let to):
      .moving(in: TargetPlan(target), from: from.planned(), to: to.planned())
    case .swap(let target, let first, let second):
      .swapping(in: TargetPlan(target), first.planned(), second.planned())
    case .reverse(let target): .reversing(TargetPlan(target))
    case .sort(let elements, let key, let descending):
      .sorting(ElementsPlan(elements), by: key?.planned(), descending: descending?.planned())
    case .filter(let elements, let selection):
      .filtering(ElementsPlan(elements), leaving: selection)
    case .upsert(let target, let field, let value):
      .upserting(value.planned(), into: TargetPlan(target), matching: field)
    case .delete(let target): .deleting(target)
    case .update(let elements, let pathSlots, let condition, let rules):
      .updating(elements, pathSlots, where: condition?.planned(), planner.plan(rules))
    case .forEach(let collection, let itemSlot, let keySlot, let rules):
      .going(
        through: collection.planned(), itemSlot: itemSlot, keySlot: keySlot, planner.plan(rules))
    case .branch(let test, let then, let otherwise):
      .branching(on: planner.test(test), planner.plan(then), planner.plan(otherwise))
    case .match(let match): .matching(match, planner)
    case .at(let place, let rules): .running(planner.plan(rules), at: place)
    case .use(let use): .using(planner.sharedRules[use.rule], use)
    case .bind(let bindings): .binding(bindings.map { ($0.slot, $0.value.planned()) })
    case .refuse(let code, let message): .refusing(code, message)
    }
  }
}
