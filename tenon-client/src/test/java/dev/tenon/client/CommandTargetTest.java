package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTargetTest {

    /** Issue 20, item 30: a copy that lost the redaction quoted secrets. */
    @Test
    void a_program_with_the_whole_environment_keeps_its_own_variables_and_the_redaction() {
        CommandTarget target = CommandTarget.of(List.of("server"))
                .withEnvironment("OWN", "1")
                .withRedaction(line -> "***")
                .withWholeEnvironment();

        assertThat(target.environment()).containsAllEntriesOf(System.getenv()).containsEntry("OWN", "1");
        assertThat(target.redaction().apply("secret")).isEqualTo("***");
    }
}
