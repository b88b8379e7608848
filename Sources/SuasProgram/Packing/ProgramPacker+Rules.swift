import CEL

extension ProgramPacker {
  func write(_ rule: SharedRule) {
    out.write(rule.name)
    write(rule.place)
    write(rule.record)
    out.write(rule.parameters) { write($0) }
    write(rule.rules)
  }

  func writeRules(of reducer: CheckedReducer) {
    out.write(reducer.rules.sorted { $0.key < $1.key }) { action, rules in
      out.write(action)
      write(rules)
    }
    out.write(reducer.storeReaders.sorted()) { out.write($0) }
    out.write(reducer.history) { write($0) }
  }

  private func write(_ history: CheckedHistory) {
    out.write(history.limit)
    out.write(history.roles.sorted { $0.key < $1.key }) { action, role in
      out.write(action)
      switch role {
      case .undo: out.write(0)
      case .redo: out.write(1)
      case .clear: out.write(2)
      case .jump(let field):
        out.write(3)
        out.write(field)
      case .record(let group):
        out.write(4)
        out.write(group) {
          write($0.value)
          write($0.place)
        }
      case .ignore: out.write(5)
      }
    }
    out.write(history.outcomes.sorted { $0.key < $1.key }) {
      out.write($0.key)
      out.write($0.value)
    }
  }

  func write(_ rules: [CheckedRule]) {
    out.write(rules) { rule in
      write(rule.place)
      out.write(rule.verb)
      write(rule.condition)
      out.write(rule.point)
      write(rule.operation)
    }
  }

  private func write(_ operation: Operation) {
    switch operation {
    case .set(let target, let value):
      out.write(0)
      write(target)
      write(value)
    case .empty(let target):
      out.write(1)
      write(target)
    case .toggle(let target):
      out.write(2)
      write(target)
    case .add(let target, let amount, let sign):
      out.write(3)
      write(target)
      write(amount)
      out.write(sign == .plus)
    case .merge(let target, let overlay):
      out.write(4)
      write(target)
      write(overlay)
    case .insert(let target, let insertion, let position):
      out.write(5)
      write(target)
      write(insertion)
      write(position)
    case .remove(let target, let index):
      out.write(6)
      write(target)
      write(index)
    case .move(let target, let from, let to):
      out.write(7)
      write(target)
      write(from)
      write(to)
    case .swap(let target, let first, let second):
      out.write(8)
      write(target)
      write(first)
      write(second)
    case .reverse(let target):
      out.write(9)
      write(target)
    case .sort(let elements, let key, let descending):
      out.write(10)
      write(elements)
      out.write(key) { write($0) }
      out.write(descending) { write($0) }
    case .filter(let elements, let selection):
      out.write(11)
      write(elements)
      write(selection)
    case .upsert(let target, let field, let value):
      out.write(12)
      write(target)
      out.write(field)
      write(value)
    case .delete(let target):
      out.write(13)
      write(target)
    case .update(let elements, let slots, let condition, let rules):
      out.write(14)
      write(elements)
      out.write(slots) { out.write($0) }
      out.write(condition) { write($0) }
      write(rules)
    case .forEach(let list, let itemSlot, let keySlot, let rules):
      out.write(15)
      write(list)
      out.write(itemSlot)
      out.write(keySlot)
      write(rules)
    case .branch(let test, let then, let otherwise):
      out.write(16)
      write(test)
      write(then)
      write(otherwise)
    case .match(let match):
      out.write(17)
      write(match)
    case .at(let place, let rules):
      out.write(18)
      write(place.target)
      out.write(place.pathSlots) { out.write($0) }
      out.write(place.itemName)
      out.write(place.itemSlot)
      write(rules)
    case .use(let use):
      out.write(19)
      write(use)
    case .bind(let bindings):
      out.write(20)
      out.write(bindings) {
        out.write($0.name)
        out.write($0.slot)
        write($0.value)
      }
    case .refuse(let code, let message):
      out.write(21)
      out.write(code)
      write(message)
    }
  }

  private func write(_ overlay: Operation.Overlay) {
    switch overlay {
    case .fields(let fields):
      out.write(0)
      out.write(fields) {
        out.write($0.slot)
        write($0.value)
      }
    case .whole(let value):
      out.write(1)
      write(value)
    case .computed(let value, let record, _):
      out.write(2)
      write(value)
      write(record)
    }
  }

  private func write(_ insertion: Operation.Insertion) {
    switch insertion {
    case .one(let value):
      out.write(0)
      write(value)
    case .all(let values):
      out.write(1)
      write(values)
    }
  }

  private func write(_ position: Operation.Position) {
    switch position {
    case .start: out.write(0)
    case .end: out.write(1)
    case .index(let index):
      out.write(2)
      write(index)
    }
  }

  private func write(_ selection: Operation.Selection) {
    switch selection {
    case .matching(let condition, let truth):
      out.write(0)
      write(condition)
      out.write(truth)
    case .unequal(let value):
      out.write(1)
      write(value)
    }
  }

  private func write(_ elements: Elements) {
    write(elements.target)
    write(elements.elementType)
    out.write(elements.itemName)
    out.write(elements.itemSlot)
    out.write(elements.keySlot)
  }

  private func write(_ match: Match) {
    switch match.subject {
    case .place(let target, let slots, let itemSlot):
      out.write(0)
      write(target)
      out.write(slots) { out.write($0) }
      out.write(itemSlot) { out.write($0) }
    case .value(let expression, let itemSlot):
      out.write(1)
      write(expression)
      out.write(itemSlot) { out.write($0) }
    }
    if out.hasPlaces { out.write(match.text) }
    out.write(match.itemName)
    out.write(match.cases) { branch in
      switch branch.label {
      case .variant(let slot, let name):
        out.write(0)
        out.write(slot)
        out.write(name)
      case .value(let value):
        out.write(1)
        out.write(value)
      }
      write(branch.rules)
    }
    out.write(match.otherwise) { write($0) }
    out.write(match.point)
  }

  private func write(_ use: RuleUse) {
    out.write(use.rule)
    out.write(use.name)
    write(use.place)
    write(use.target)
    out.write(use.pathSlots) { out.write($0) }
    write(use.fit)
    out.write(use.arguments) { write($0) }
  }

  private func write(_ target: Target) {
    out.write(target.components) { component in
      switch component {
      case .field(let slot):
        out.write(0)
        out.write(slot)
      case .member(let name):
        out.write(1)
        out.write(name)
      case .element(.computed(let key, let fit)):
        out.write(2)
        write(key)
        write(fit)
      case .element(.bound(let slot)):
        out.write(3)
        out.write(slot)
      }
    }
    write(target.type)
    if out.hasPlaces { out.write(target.text) }
    out.write(target.items) { item in
      out.write(item.slot)
      out.write(item.depth)
      out.write(item.rest) { out.write($0) }
    }
    out.write(target.endsInKey)
    out.write(target.fallback) { write($0) }
  }
}
