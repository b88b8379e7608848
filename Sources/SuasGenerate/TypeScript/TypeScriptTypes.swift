import CEL
import SuasProgram

/// Writes the types of a spec: enums, records, variants and actions, with the functions that make them.
struct TypeScriptTypes {
  let names: TypeScriptNames

  private var program: Program { names.program }

  func enumeration(_ name: String) -> Document {
    return union(
      TypeScriptNames.type(name),
      program.cases(of: name).map { Document(TypeScriptNames.literal($0)) })
  }

  private func union(_ name: String, _ members: [Document]) -> Document {
    if members.isEmpty { return "export type \(name) = never;" }
    let all = .ifBroken("| ") + members.joined(separator: .line + "| ")
    return ("export type \(name) =" + (.line + all).nested(2) + ";").grouped
  }

  // MARK: Records

  func record(_ layout: RecordLayout) -> Document {
    if layout.isVariant { return variant(layout) }
    let name = names.type(layout).flatText
    return .paragraphs([interface(name, layout), creator(layout)])
  }

  /// A type of values that nobody makes by hand.
  func interface(_ layout: RecordLayout) -> Document {
    interface(names.type(layout).flatText, layout)
  }

  private func interface(_ name: String, _ layout: RecordLayout) -> Document {
    let properties = layout.fields.map { property($0, layout) }
    if properties.isEmpty { return "export type \(name) = { readonly [key: string]: never };" }
    return .lines("export interface \(name) {", properties)
  }

  private func property(
    _ field: RecordLayout.Field, _ layout: RecordLayout, isOptional: Bool = false
  ) -> Document {
    let key = TypeScriptNames.key(TypeScriptNames.property(of: field.name, in: layout))
    return .comment(program.description(of: field, in: layout))
      + "readonly \(key)\(isOptional ? "?" : ""): \(names.type(field.type));"
  }

  /// A type that values of a version have; nobody makes them by hand.
  func version(_ layout: RecordLayout) -> Document {
    layout.isVariant ? variant(layout) : interface(layout)
  }

  private func variant(_ layout: RecordLayout) -> Document {
    let cases = layout.fields.compactMap { field -> Document? in
      guard let contents = program.layout(of: field.type) else { return nil }
      let fields = contents.fields.map { field -> Document in
        let key = TypeScriptNames.key(TypeScriptNames.property(of: field.name, in: contents))
        return "readonly \(key): \(names.type(field.type))"
      }
      return Self.object(["readonly case: \(TypeScriptNames.literal(field.name))"] + fields)
    }
    return union(names.type(layout).flatText, cases)
  }

  /// An object's type on one line, or with a property a line.
  private static func object(_ properties: [Document]) -> Document {
    let inner = properties.joined(separator: ";" + .line)
    return ("{" + (.line + inner + .ifBroken(";")).nested(2) + .line + "}").grouped
  }

  // MARK: Creators

  private func creator(_ layout: RecordLayout) -> Document {
    let name = names.creator(layout).name
    let type = names.type(layout)
    if layout.fields.isEmpty {
      return .lines("export function \(name)(): \(type) {", ["return {};"])
    }
    return .comment(["Makes a record; fields that are left out take their defaults."])
      + .lines(
        "export function \(name)(\(parameter(layout, "fields"))): \(type) {",
        [filled(layout, "fields").returned])
  }

  /// The parameter with the values of fields, of which those with defaults may be left out.
  private func parameter(_ layout: RecordLayout, _ name: String) -> Document {
    let properties = layout.fields.map { field -> Document in
      let key = TypeScriptNames.key(TypeScriptNames.property(of: field.name, in: layout))
      return "readonly \(key)\(names.mayBeLeftOut(field) ? "?" : ""): \(names.type(field.type))"
    }
    let isOptional = layout.fields.allSatisfy(names.mayBeLeftOut)
    return "\(name): \(Self.object(properties))\(isOptional ? " = {}" : "")"
  }

  /// The record of given values and defaults.
  private func filled(_ layout: RecordLayout, _ given: String) -> TypeScriptExpression {
    .object(
      layout.fields.map { field in
        let name = TypeScriptNames.property(of: field.name, in: layout)
        let value = TypeScriptExpression("\(given)\(TypeScriptNames.property(name))")
        guard names.mayBeLeftOut(field), let other = names.defaultValue(field) else {
          return names.property(name, value)
        }
        // Null may be a value of its own.
        guard case .null? = field.defaultValue else {
          guard field.type != field.type.nonNull || field.type == .any else {
            return names.property(name, TypeScriptExpression(value, "??", other))
          }
          let test = TypeScriptExpression(value, "===", TypeScriptExpression("undefined"))
          return names.property(name, .choice(test, other, value))
        }
        return names.property(name, TypeScriptExpression(value, "??", other))
      })
  }

  // MARK: Actions

  func action(_ layout: RecordLayout, named name: String) -> Document {
    let payload = layout.fields.map { property($0, layout) }
    let type: Document =
      payload.isEmpty
      ? "readonly payload: { readonly [key: string]: never };"
      : .lines("readonly payload: {", payload, "};")
    let kind = TypeScriptNames.literal(name)
    let interface = Document.lines(
      "export interface \(names.action(name)) {", ["readonly type: \(kind);", type])
    let function = names.creator(layout).name
    let value: TypeScriptExpression =
      layout.fields.isEmpty ? .object([]) : filled(layout, "payload")
    let parameter = layout.fields.isEmpty ? Document() : self.parameter(layout, "payload")
    let creator = Document.lines(
      "export function \(function)(\(parameter)): \(names.action(name)) {",
      [TypeScriptExpression.object(["type: \(kind)", "payload: \(value.document())"]).returned])
    let description: [String] =
      if case .effect(let effect) = layout.role { program.description(.effect, effect) } else {
        program.description(.action, name)
      }
    return .paragraphs([.comment(description) + interface, creator])
  }

  /// The union of all actions and effects.
  func anyAction(_ actions: [String]) -> Document {
    "/** An action or effect of the app. */" + .hardLine
      + union(names.fixed.action, actions.map { Document(names.action($0)) })
  }

  // MARK: The store

  func store() -> Document {
    let states = program.spec.reducers.map { reducer -> Document in
      "readonly \(TypeScriptNames.key(reducer.stateKey)): \(names.type(.record(reducer.state.name)));"
    }
    return "/** The whole state of the app. */" + .hardLine
      + .lines("export interface \(names.fixed.state) {", states)
  }
}

extension TypeScriptNames {
  /// True if a field may be left out where a record is made; one that every object has a property for
  /// cannot.
  func mayBeLeftOut(_ field: RecordLayout.Field) -> Bool {
    (field.lateDefault != nil || field.defaultValue != nil)
      && !Self.propertiesOfObjects.contains(field.name)
  }

  private static let propertiesOfObjects: Set<String> = [
    "__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable",
    "toLocaleString", "toString", "valueOf", "__defineGetter__", "__defineSetter__",
    "__lookupGetter__", "__lookupSetter__",
  ]

  /// The default of a field; nil for a field without one.
  func defaultValue(_ field: RecordLayout.Field) -> TypeScriptExpression? {
    switch field.lateDefault {
    case .now: TypeScriptExpression("\(ts: "LateDefault").now")
    case .uuid: TypeScriptExpression("\(ts: "LateDefault").uuid")
    case nil: field.defaultValue.map { constant($0, field.type) }
    }
  }
}
