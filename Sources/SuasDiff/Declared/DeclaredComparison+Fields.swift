import CEL
import SuasExplore
import SuasSpec

/// Fields, actions and effects that both versions have.
extension DeclaredComparison {
  mutating func compareField(_ part: DeclaredPart, _ counterpart: DeclaredPart) {
    guard let field = old.record(part.owner)?.field(part.name),
      let newField = new.record(counterpart.owner)?.field(counterpart.name)
    else { return }
    let use = uses.old[part.owner].intersection(uses.new[counterpart.owner])
    noteType(of: part, counterpart, (field.type, newField.type), use)
    compareDefaults(part, counterpart, (field, newField), use)
    compareConstraints(part, counterpart, (field, newField), use)
    if field.isSensitive != newField.isSensitive {
      note(
        use.isEmpty ? .unseen : .compatible, .sensitivity, part, counterpart,
        "\(new.words(for: counterpart)) is \(newField.isSensitive ? "" : "no longer ")sensitive",
        newField.isSensitive ? "its values are kept out of logs" : "its values stand in logs")
    }
  }

  private typealias Fields = (old: RecordType.Field, new: RecordType.Field)

  private mutating func compareDefaults(
    _ part: DeclaredPart, _ counterpart: DeclaredPart, _ fields: Fields, _ use: TypeUse
  ) {
    let words = new.words(for: counterpart)
    let texts = (old: fields.old.writtenDefault, new: fields.new.writtenDefault)
    guard texts.old != texts.new, old.record(part.owner)?.isVariant != true else { return }
    // The null of a type that takes it comes and goes with the type.
    if fields.old.type.isOptional != fields.new.type.isOptional,
      [fields.old, fields.new].contains(where: { $0.lateDefault == nil && $0.default == .null })
    {
      return
    }
    // A default that changes only with the names in it, or in their order, is the same.
    if let value = fields.old.default, let newValue = fields.new.default,
      fields.old.lateDefault == nil, fields.new.lateDefault == nil,
      mapping.areEqual(value, newValue, as: (fields.old.type, fields.new.type))
    {
      return
    }
    switch texts {
    case (let text?, nil):
      let broken = use.intersection([.sent, .kept])
      note(
        use.isEmpty ? .unseen : broken.isEmpty ? .compatible : .breaking, .default, part,
        counterpart, "\(words) has no default, and had \(text)",
        "an app that leaves it out is refused")
    case (nil, let text?):
      note(
        use.isEmpty ? .unseen : .compatible, .default, part, counterpart,
        "\(words) has the default \(text), and had none", "an app may leave it out")
    case (let text?, let newText?):
      note(
        use.isEmpty ? .unseen : .compatible, .default, part, counterpart,
        "\(words) has the default \(newText), and had \(text)",
        "an app that leaves it out, or starts anew, gets the new one")
    case (nil, nil): break
    }
  }

  private mutating func compareConstraints(
    _ part: DeclaredPart, _ counterpart: DeclaredPart, _ fields: Fields, _ use: TypeUse
  ) {
    let words = new.words(for: counterpart)
    let broken = use.intersection([.sent, .kept])
    switch (fields.old.constraint?.text, fields.new.constraint?.text) {
    case (nil, let text?):
      note(
        use.isEmpty ? .unseen : broken.isEmpty ? .compatible : .breaking, .constraint, part,
        counterpart, "\(words) is restricted: \(text)", "values that were allowed may be refused")
    case (let text?, nil):
      note(
        use.isEmpty ? .unseen : .compatible, .constraint, part, counterpart,
        "\(words) is no longer restricted: \(text)", "more values are allowed than before")
    case (let text?, let newText?) where !renames.areEqual(text, newText):
      note(
        use.isEmpty ? .unseen : broken.isEmpty ? .compatible : .breaking, .constraint, part,
        counterpart, "\(words) is restricted: \(newText), and was: \(text)",
        "values that were allowed may be refused")
    default: break
    }
  }

  // MARK: Actions and effects

  mutating func compareDispatched(_ part: DeclaredPart, _ counterpart: DeclaredPart) {
    let isInternal = new.isInternal(counterpart)
    if old.isInternal(part) != isInternal {
      note(
        isInternal ? .breaking : .compatible, .visibility, part, counterpart,
        "\(new.words(for: counterpart)) is \(isInternal ? "" : "no longer ")internal",
        isInternal ? "only the spec is meant to send it" : "an app may send it")
    }
    guard part.kind == .effect,
      let effect = old.checked.effects.first(where: { $0.name == part.name }),
      let newEffect = new.checked.effects.first(where: { $0.name == counterpart.name })
    else { return }
    compareEffects(effect, newEffect, part, counterpart)
  }

  private mutating func compareEffects(
    _ effect: CheckedEffect, _ newEffect: CheckedEffect, _ part: DeclaredPart,
    _ counterpart: DeclaredPart
  ) {
    let words = new.words(for: counterpart)
    let hasOtherWork = newEffect.kind == .custom && effect.work != newEffect.work
    if hasOtherWork {
      note(
        .breaking, .setting, part, counterpart,
        "\(words) is performed by '\(newEffect.work ?? "")'"
          + (effect.work.map { ", and was by '\($0)'" } ?? ""),
        "an app has to perform it")
    }
    if effect.kind == .custom, newEffect.kind == .custom,
      let field = effect.response.fields.first, let newField = newEffect.response.fields.first
    {
      noteType(of: part, counterpart, (field.type, newField.type), .sent)
    }
    for key in Self.effectSettings where key != "run" || !hasOtherWork {
      let values = (old.setting(key, of: effect.name), new.setting(key, of: newEffect.name))
      guard !renames.areEqual(values.0, values.1) else { continue }
      note(
        .compatible, .setting, part, counterpart,
        "'\(key)' of \(words) is \(values.1?.shown ?? "gone")"
          + (values.0.map { ", and was \($0.shown)" } ?? ", and is new"),
        key == "run" ? "it asks for something else" : "other runs may start, end or count")
    }
  }

  /// The keys of effects that decide what runs, and when.
  private static let effectSettings = ["run", "debounce", "latest", "key", "retry", "stream"]
}

extension CheckedEffect {
  /// The name of the work that the app performs; nil for an effect that the runtime performs.
  fileprivate var work: String? {
    if case .custom(let name, _) = run { name } else { nil }
  }
}

extension RecordType.Field {
  /// The default as it is shown; nil if there is none.
  fileprivate var writtenDefault: String? {
    switch lateDefault {
    case .now: "${now}"
    case .uuid: "${uuid()}"
    case nil: `default`.map(JSONText.of)
    }
  }
}

extension FieldType {
  fileprivate var isOptional: Bool { if case .optional = self { true } else { false } }
}

extension RecordType {
  /// The field with a name; nil if there is none.
  fileprivate func field(_ name: String) -> Field? { shape.slot(of: name).map { fields[$0] } }
}
