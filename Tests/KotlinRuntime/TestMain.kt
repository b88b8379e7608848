package suas.test

import java.lang.reflect.InvocationTargetException
import kotlin.system.exitProcess
import kotlin.test.Test

/** The classes with tests. */
private val suites: List<Class<*>> = listOf(
    StoreTests::class.java, ListenerTests::class.java, NestedDispatchTests::class.java, RefusalTests::class.java,
    ThreadTests::class.java, PersistentTests::class.java, NumberTests::class.java, TextTests::class.java,
    TimeTests::class.java, PatternTests::class.java, LibraryTests::class.java, JsonTests::class.java,
    DepthTests::class.java, TypeTests::class.java, EffectTests::class.java, DriverTests::class.java,
    RecorderTests::class.java, SavingTests::class.java, FlowTests::class.java,
)

/** Runs all tests, or those whose suite is named; exits with 1 if one fails. */
public fun main(arguments: Array<String>) {
    var passed = 0
    var failed = 0
    for (suite in suites) {
        if (arguments.isNotEmpty() && suite.simpleName !in arguments) continue
        val tests = suite.declaredMethods.filter { it.isAnnotationPresent(Test::class.java) }.sortedBy { it.name }
        for (test in tests) {
            try {
                test.invoke(suite.getDeclaredConstructor().newInstance())
                passed += 1
            } catch (error: InvocationTargetException) {
                failed += 1
                println("failed: ${suite.simpleName}: ${test.name}: ${error.targetException}")
                error.targetException.stackTrace.take(6).forEach { println("    $it") }
            }
        }
    }
    println("$passed tests passed, $failed failed")
    exitProcess(if (failed == 0) 0 else 1)
}
