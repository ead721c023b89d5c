package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.CommandTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTargetTest {

    /** Issue 20, item 30: a copy of a target that lost the redaction quoted secrets. */
    @Test
    void a_program_with_the_full_environment_keeps_its_own_variables_and_the_redaction() {
        CommandTarget target = CommandTarget.of(List.of("server"))
                .withEnvironmentVariable("OWN", "1")
                .withStderrRedaction(line -> "***")
                .withFullEnvironment();

        assertThat(target.environment()).containsAllEntriesOf(System.getenv()).containsEntry("OWN", "1");
        assertThat(target.stderrRedaction().apply("secret")).isEqualTo("***");
    }
}
