package dev.tenon.coverage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RequirementCoverageListenerTest {

    @TempDir
    Path directory;

    @Test
    void only_tests_that_ran_and_passed_prove_their_ids() {
        assertThat(outcomesOf(SampleCase.class))
                .containsEntry("passed", TestOutcome.PASSED)
                .containsEntry("also-passed", TestOutcome.PASSED)
                .containsEntry("failed", TestOutcome.FAILED)
                .containsEntry("disabled", TestOutcome.SKIPPED)
                .containsEntry("assumed", TestOutcome.SKIPPED)
                .containsEntry("passed-and-failed", TestOutcome.FAILED);
    }

    @Test
    void parameterized_and_dynamic_tests_have_the_ids_of_their_methods() {
        assertThat(outcomesOf(SampleCase.class))
                .containsEntry("parameterized", TestOutcome.PASSED)
                .containsEntry("some-skipped", TestOutcome.PASSED)
                .containsEntry("dynamic", TestOutcome.PASSED);
    }

    @Test
    void the_ids_of_a_class_apply_to_its_tests_and_to_nested_and_derived_classes() {
        assertThat(outcomesOf(DerivedCase.class))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "of-base",
                        TestOutcome.PASSED,
                        "of-derived",
                        TestOutcome.PASSED,
                        "inherited",
                        TestOutcome.PASSED));
    }

    @Test
    void tests_of_a_disabled_class_are_skipped() {
        assertThat(outcomesOf(DisabledCase.class))
                .containsExactlyInAnyOrderEntriesOf(Map.of("asleep", TestOutcome.SKIPPED));
    }

    @Test
    void the_last_outcome_of_a_repeated_test_counts() {
        FlakyCase.isFailing = true;
        assertThat(outcomesOf(FlakyCase.class, () -> FlakyCase.isFailing = false))
                .containsEntry("unsteady", TestOutcome.PASSED)
                .containsEntry("unsteady-number", TestOutcome.PASSED);
        assertThat(outcomesOf(FlakyCase.class, () -> FlakyCase.isFailing = true))
                .containsEntry("unsteady", TestOutcome.FAILED);
    }

    private Map<String, TestOutcome> outcomesOf(Class<?> tests) {
        return outcomesOf(tests, null);
    }

    /** Runs the tests; with {@code betweenRuns}, runs it and then the tests again with the same listener. */
    private Map<String, TestOutcome> outcomesOf(Class<?> tests, @Nullable Runnable betweenRuns) {
        Path file = directory.resolve("outcomes.tsv");
        var config = LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(new RequirementCoverageListener(file))
                .build();
        var request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build();
        Launcher launcher = LauncherFactory.create(config);
        launcher.execute(request);
        if (betweenRuns != null) {
            betweenRuns.run();
            launcher.execute(request);
        }
        return TestOutcomeFile.read(file);
    }

    static class FlakyCase {

        private static boolean isFailing;

        @Test
        @Covers("unsteady")
        void passesOrFails() {
            assertThat(isFailing).isFalse();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Covers("unsteady-number")
        void passesOrFails(int number) {
            assertThat(isFailing && number == 2).isFalse();
        }
    }

    static class SampleCase {

        @Test
        @Covers({"passed", "also-passed", "passed-and-failed"})
        void passes() {}

        @Test
        @Covers({"failed", "passed-and-failed"})
        void fails() {
            throw new AssertionError("as it should");
        }

        @Test
        @Disabled("to be seen as skipped")
        @Covers("disabled")
        void isDisabled() {}

        @Test
        @Covers("assumed")
        void aborts() {
            Assumptions.abort("to be seen as skipped");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Covers("parameterized")
        void passesForEachArgument(int number) {
            assertThat(number).isPositive();
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        @Covers("some-skipped")
        void abortsForSomeArguments(int number) {
            Assumptions.assumeTrue(number == 1);
        }

        @TestFactory
        @Covers("dynamic")
        Stream<DynamicTest> createDynamicTests() {
            return Stream.of(DynamicTest.dynamicTest("made", () -> {}));
        }
    }

    @Covers("of-base")
    abstract static class BaseCase {

        @Test
        @Covers("inherited")
        void passes() {}
    }

    @Covers("of-derived")
    static class DerivedCase extends BaseCase {

        @Nested
        class InnerCase {

            @Test
            void passes() {}
        }
    }

    @Disabled("to be seen as skipped")
    static class DisabledCase {

        @Test
        @Covers("asleep")
        void isDisabled() {}
    }
}
