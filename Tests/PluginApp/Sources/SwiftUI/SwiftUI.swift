// Stands in for SwiftUI where there is none: the signatures that the app uses, which show nothing.
import Foundation

@MainActor @preconcurrency public protocol View {
  associatedtype Body
  @ViewBuilder var body: Body { get }
}

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body
  @SceneBuilder var body: Body { get }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() { _ = Self().body }
}

@resultBuilder public enum ViewBuilder {
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView {
    TupleView()
  }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

@resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public protocol LeafView: View where Body == Never {}
extension LeafView { public var body: Never { return fatalError("it has no body") } }

extension Optional: View, LeafView where Wrapped: View {}
public struct TupleView: LeafView {}
public struct Text: LeafView { public init(_ text: some StringProtocol) {} }
public struct Label: LeafView { public init(_ title: some StringProtocol, systemImage: String) {} }
public struct List: LeafView {
  public init(@ViewBuilder content: () -> some View) { _ = content() }
}
public struct Section: LeafView {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> some View) { _ = content() }
  public init(@ViewBuilder content: () -> some View) { _ = content() }
}
public struct Button: LeafView {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> some View) {
    _ = label()
  }
  public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}
public struct TextField: LeafView {
  public init(_ title: some StringProtocol, text: Binding<String>) {}
}
public struct ForEach<Data: RandomAccessCollection>: LeafView {
  public init(
    _ data: Data, id: KeyPath<Data.Element, some Hashable>,
    @ViewBuilder content: @escaping (Data.Element) -> some View
  ) { for element in data { _ = content(element) } }

  public func onDelete(perform action: ((IndexSet) -> Void)?) -> some View { self }
}

extension View {
  public func onSubmit(_ action: @escaping () -> Void) -> some View { self }
  public func disabled(_ isDisabled: Bool) -> some View { self }
}

public struct WindowGroup: Scene {
  public init(@ViewBuilder content: () -> some View) { _ = content().body }
  public var body: Never { return fatalError("it has no body") }
}

public enum ScenePhase: Sendable { case background, inactive, active }

extension Scene {
  public func onChange<Value: Equatable>(
    of value: Value, _ action: @escaping (Value, Value) -> Void
  ) -> some Scene { self }
}

@MainActor @propertyWrapper public struct State<Value> {
  public var wrappedValue: Value {
    get { projectedValue.wrappedValue }
    nonmutating set { projectedValue.wrappedValue = newValue }
  }
  public let projectedValue: Binding<Value>

  public init(wrappedValue: Value) {
    var value = wrappedValue
    projectedValue = Binding(get: { value }, set: { value = $0 })
  }
}

@MainActor @propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    (self.get, self.set) = (get, set)
  }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

public struct EnvironmentValues: Sendable { public let scenePhase = ScenePhase.active }

@MainActor @propertyWrapper public struct Environment<Value> {
  public let wrappedValue: Value
  public init(_ part: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: part]
  }
}
