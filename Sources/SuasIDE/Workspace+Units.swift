import SuasScenario
import SuasSpec
import YAML

/// All files of the folders, as far as they are of kinds of this program.
extension Workspace {
  /// The greatest number of files that are looked through.
  private static let mostFiles = 5000

  /// The paths of the YAML files: those in the folders, and those that are open.
  var files: [String] {
    let found: [String]
    if let listed {
      found = listed
    } else {
      let all = folders.flatMap { (try? Loader().documents(named: [$0])) ?? [] }.map(\.path)
      found = Array(all.prefix(Self.mostFiles))
      listed = found
    }
    return found + openPaths.filter { !Set(found).contains($0) }
  }

  /// The analyses of the files that have names.
  func units() -> [Analysis] {
    files.compactMap { analysis(of: $0) }.filter(\.reading.hasNames)
  }
}

extension Analysis {
  /// True for a golden file, which is written anew where a name in it changes.
  var isGolden: Bool { if case .golden = reading.contents { true } else { false } }

  /// The names that the file can use, with their declarations.
  var declaredNames: [DeclaredName] {
    let declared: [DeclaredName] =
      switch reading.contents {
      case .spec(let spec, _): spec.declaredNames
      case .scenario(_, let compiled):
        (compiled?.checked.declaredNames ?? []) + reading.fragments.flatMap(\.declaredNames)
      case .fragments(let fragments): fragments.flatMap(\.declaredNames)
      case .golden(let compiled): compiled.checked.declaredNames
      case .other: []
      }
    return declared + journal.variables
  }
}

extension FileReading.FragmentDeclaration {
  var declaredNames: [DeclaredName] {
    [DeclaredName(Symbol(.fragment, name.text), at: name.textRange, "fragment")]
      + parameters.map {
        DeclaredName(
          Symbol(.parameter, $0.text, in: name.text), at: $0.textRange, "parameter")
      }
  }
}

extension Scalar {
  /// The range of the text, without quotes.
  fileprivate var textRange: SourceRange { range(of: 0..<text.utf8.count) }
}
