/// The runtime of generated Kotlin: plain source, written beside the program; of it only what a
/// program needs.
enum KotlinRuntime {
  private typealias File = (name: String, bytes: [UInt8])

  /// What types and actions need, with their coding as JSON.
  private static let types: [File] = [
    ("Action", PackageResources.Action_kt),
    ("Changing", PackageResources.Changing_kt),
    ("Depth", PackageResources.Depth_kt),
    ("Dynamic", PackageResources.Dynamic_kt),
    ("Equality", PackageResources.Equality_kt),
    ("Failure", PackageResources.Failure_kt),
    ("FieldTypes", PackageResources.FieldTypes_kt),
    ("Json", PackageResources.Json_kt),
    ("Lists", PackageResources.Lists_kt),
    ("Numbers", PackageResources.Numbers_kt),
    ("PersistentList", PackageResources.PersistentList_kt),
    ("PersistentMap", PackageResources.PersistentMap_kt),
    ("Records", PackageResources.Records_kt),
    ("Rules", PackageResources.Rules_kt),
    ("SpecAction", PackageResources.SpecAction_kt),
    ("State", PackageResources.State_kt),
    ("Strings", PackageResources.Strings_kt),
    ("Text", PackageResources.Text_kt),
    ("Times", PackageResources.Times_kt),
    ("Values", PackageResources.Values_kt),
  ]

  /// What stores, effects and listeners need besides.
  private static let program: [File] = [
    ("Clock", PackageResources.Clock_kt),
    ("Core", PackageResources.Core_kt),
    ("EffectRunner", PackageResources.EffectRunner_kt),
    ("Effects", PackageResources.Effects_kt),
    ("Listeners", PackageResources.Listeners_kt),
    ("Spec", PackageResources.Spec_kt),
    ("SpecRuntime", PackageResources.SpecRuntime_kt),
    ("Store", PackageResources.Store_kt),
  ]

  private static let patterns: [File] = [
    ("CharacterClass", PackageResources.CharacterClass_kt),
    ("Pattern", PackageResources.Pattern_kt),
    ("PatternCompiler", PackageResources.PatternCompiler_kt),
    ("PatternParser", PackageResources.PatternParser_kt),
    ("PatternSearch", PackageResources.PatternSearch_kt),
    ("Script", PackageResources.Script_kt),
  ]

  /// The functions that rules call for values of no known type.
  private static let anything = [
    "placeOf(", "memberOf(", "withPlace(", "withMember(", "changingPlace(", "changingMember(",
    "toggled(", "increased(", "emptied(", "listAt(", "entriesOf(", "placesOf(", "removingWhereOf(",
    "hasKey(", "lacksKey(", "withoutKey(", "merged(", "fieldsOf(", "withFields(", "recordAt(",
  ]

  static func files(
    for texts: [String], hasDriver: Bool, isDriven: Bool, isTypesOnly: Bool
  ) -> [GeneratedFile] {
    var files = types
    if !isTypesOnly { files += program }
    let mentions = { (names: [String]) in
      names.contains { name in texts.contains { $0.contains(name) } }
    }
    if mentions(["pattern(", "matches("]) { files += patterns }
    if mentions(anything) { files.append(("Anything", PackageResources.Anything_kt)) }
    if mentions(["format("]) { files.append(("Format", PackageResources.Format_kt)) }
    if mentions(["encodeBase64(", "decodeBase64("]) {
      files.append(("Encoders", PackageResources.Encoders_kt))
    }
    if mentions(["IPAddress", "Cidr"]) { files.append(("Network", PackageResources.Network_kt)) }
    if mentions(["History"]) { files.append(("History", PackageResources.History_kt)) }
    if isDriven { files.append(("ProgramRun", PackageResources.ProgramRun_kt)) }
    if hasDriver { files.append(("Driver", PackageResources.Driver_kt)) }
    return files.map { file in
      GeneratedFile(
        path: "suas/\(file.name).kt", of: nil, String(decoding: file.bytes, as: UTF8.self))
    }
  }
}
