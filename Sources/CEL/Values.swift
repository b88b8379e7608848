/// The values of expressions, which a store without expressions has as well.
@_exported public import Values
