import LibYAML
import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The files of a spec, which are changed one at a time.
struct SpecFiles: Sendable {
  let trees: [Node]
  private let declarations: [Spec]
  private let shapes: [FrozenShape]
  private let spec: CheckedSpec
  private let limits: Limits

  init(of spec: CompiledSpec) throws(Diagnostics) {
    var trees: [Node] = []
    var declarations: [Spec] = []
    for source in spec.checked.coverage.sources {
      let tree = try LibYAML.parse(source)
      trees.append(tree)
      declarations.append(try Spec(decoding: tree))
    }
    self.trees = trees
    self.declarations = declarations
    shapes = try spec.checked.frozenShapes()
    self.spec = spec.checked
    limits = spec.limits
  }

  /// Returns the spec with a mutation of one of its files; nil if it is no spec then.
  func mutated(by mutation: Mutation, in file: Int) -> CompiledSpec? {
    do throws(Diagnostics) {
      var files = declarations
      files[file] = try Spec(decoding: try LibYAML.parse(mutation.document.source))
      var joined = Spec(joining: files)
      joined.frozenShapes = shapes
      return compile(try CheckedSpec(checking: joined))
    } catch {
      return nil
    }
  }

  /// Returns the spec without some promises.
  func leavingOut(_ promises: Set<Mutation.Promise>) -> CompiledSpec {
    compile(
      spec.keeping { condition in
        !promises.contains(Mutation.Promise(kind: condition.kind, name: condition.name))
      })
  }

  private func compile(_ checked: CheckedSpec) -> CompiledSpec {
    var spec = CompiledSpec(compiling: checked)
    spec.limits = limits
    return spec
  }
}
