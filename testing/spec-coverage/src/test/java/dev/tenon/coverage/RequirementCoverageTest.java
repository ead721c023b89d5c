package dev.tenon.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RequirementCoverageTest {

    private static final Map<String, Requirement> LEDGER = Map.of(
            "a", new Requirement("a", "MUST", "server", "jsonrpc"),
            "b", new Requirement("b", "MUST", "both", "tools"),
            "c", new Requirement("c", "SHOULD", "both", "tools"),
            "d", new Requirement("d", "MUST", "client", "tools"),
            "e", new Requirement("e", "MUST", "server", "tasks"),
            "f", new Requirement("f", "MUST", "guard", "tools"));

    @Test
    void only_musts_that_bind_a_server_or_a_client_in_the_named_areas_are_in_scope() {
        RequirementCoverage coverage = RequirementCoverage.measure(LEDGER, Map.of(), Map.of());

        assertThat(coverage.scope()).extracting(Requirement::id).containsExactlyInAnyOrder("a", "b", "d");
        assertThat(coverage.missing()).containsExactlyInAnyOrderElementsOf(coverage.scope());
        assertThat(coverage.formatReport()).contains("3 MUSTs", "3 are missing", "jsonrpc: 1 without a test");
    }

    @Test
    void a_passed_test_or_a_reason_covers_a_requirement_and_a_skipped_test_does_not() {
        assertThat(RequirementCoverage.measure(LEDGER, Map.of("b", "why", "d", "why"), Map.of("a", TestOutcome.PASSED))
                        .isComplete())
                .isTrue();
        assertThat(RequirementCoverage.measure(LEDGER, Map.of("b", "why", "d", "why"), Map.of("a", TestOutcome.SKIPPED))
                        .missing())
                .extracting(Requirement::id)
                .containsExactly("a");
    }

    @Test
    void an_unknown_id_is_a_mistake_in_tests_and_in_the_list() {
        RequirementCoverage coverage =
                RequirementCoverage.measure(LEDGER, Map.of("y", "why"), Map.of("x", TestOutcome.SKIPPED));

        assertThat(coverage.mistakes())
                .hasSize(2)
                .anyMatch(m -> m.contains("A test carries x"))
                .anyMatch(m -> m.contains("untestable.txt names y"));
    }

    @Test
    void an_untestable_requirement_with_a_test_is_a_mistake() {
        RequirementCoverage coverage =
                RequirementCoverage.measure(LEDGER, Map.of("a", "why"), Map.of("a", TestOutcome.PASSED));

        assertThat(coverage.mistakes()).singleElement().asString().contains("but a test proves it");
        assertThat(coverage.isComplete()).isFalse();
    }

    @Test
    void the_list_of_ids_is_complete() {
        assertThat(Requirement.readAll()).hasSize(1011);
        assertThat(RequirementCoverage.measure(Requirement.readAll(), UntestableRequirements.readAll(), Map.of())
                        .scope())
                .hasSize(493);
    }
}
