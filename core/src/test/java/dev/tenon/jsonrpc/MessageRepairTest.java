package dev.tenon.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader that repairs messages with a single possible meaning. */
class MessageRepairTest {
    private final List<String> violations = new ArrayList<>();
    private final MessageReader tolerant = new MessageReader(
            JsonLimits.DEFAULT,
            10,
            (check, detail) -> {
                assertThat(check).isEqualTo(LeniencyPolicy.ProtocolCheck.MESSAGE_FORMAT);
                violations.add(detail);
                return true;
            },
            () -> {});

    private static MessageReadResult read(MessageReader reader, String text) {
        return reader.read(text.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"id\":1,\"method\":\"m\"}|{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":null,\"id\":1,\"method\":\"m\"}|{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":2,\"method\":\"m\"}|{\"jsonrpc\":\"2.0\",\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"notifications/x\"}|{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":[]}|{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}|{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":null}|{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null,\"error\":{\"code\":5,\"message\":\"m\"}}"
                        + "|{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":5,\"message\":\"m\"}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-3.2e4,\"message\":\"m\"}}"
                        + "|{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,\"message\":\"m\"}}"
            })
    void a_message_with_one_meaning_is_repaired(String text, String meant) {
        assertThat(read(new MessageReader(JsonLimits.DEFAULT, 10), text))
                .isNotInstanceOf(MessageReadResult.ValidMessage.class);
        assertThat(read(tolerant, text))
                .isInstanceOfSatisfying(MessageReadResult.ValidMessage.class, accepted -> assertThat(
                                new String(MessageWriter.write(accepted.message()), UTF_8))
                        .isEqualTo(meant));
        assertThat(violations).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"method\":\"m\"",
                "{\"id\":1,\"id\":2,\"method\":\"m\"}",
                "{\"id\":null,\"method\":\"tools/list\"}",
                "{\"id\":1.5,\"method\":\"m\"}",
                "{\"id\":1,\"method\":\"m\",\"params\":[1]}",
                "{\"id\":1,\"method\":\"m\",\"result\":{}}",
                "{\"id\":1,\"result\":{},\"error\":{\"code\":5,\"message\":\"m\"}}",
                "{\"id\":1,\"result\":null,\"error\":null}",
                "{\"id\":1,\"error\":{\"code\":1e999999999,\"message\":\"m\"}}",
                "{\"id\":1,\"error\":{\"code\":1.0e-999999999,\"message\":\"m\"}}",
                "{\"id\":1,\"error\":{\"code\":4294967296.0,\"message\":\"m\"}}",
                "{\"id\":1,\"error\":\"no\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"m\"}",
                "[[]]",
                "7"
            })
    void a_message_with_no_or_two_meanings_is_rejected_without_asking_the_policy(String text) {
        MessageReadResult inbound = read(tolerant, text);
        assertThat(inbound).isNotInstanceOf(MessageReadResult.ValidMessage.class);
        assertThat(inbound)
                .hasToString(
                        read(new MessageReader(JsonLimits.DEFAULT, 10), text).toString());
        assertThat(violations).isEmpty();
    }

    @Test
    void messages_of_a_batch_are_repaired_one_by_one() {
        MessageReadResult inbound =
                read(tolerant, "[{\"method\":\"a\"},{\"jsonrpc\":\"2.0\",\"method\":\"b\"},{\"method\":1}]");
        assertThat(inbound)
                .isInstanceOfSatisfying(MessageReadResult.MessageBatch.class, batch -> assertThat(batch.messages())
                        .satisfiesExactly(
                                first -> assertThat(first).isInstanceOf(MessageReadResult.ValidMessage.class),
                                second -> assertThat(second).isInstanceOf(MessageReadResult.ValidMessage.class),
                                third -> assertThat(third).isInstanceOf(MessageReadResult.InvalidMessage.class)));
        assertThat(violations).hasSize(1);
    }

    @Test
    void without_leniency_the_error_is_that_of_the_original_message() {
        MessageReader strict = new MessageReader(JsonLimits.DEFAULT, 10, (check, detail) -> false, () -> {});
        assertThat(read(strict, "{\"id\":1,\"method\":\"m\"}"))
                .hasToString(read(new MessageReader(JsonLimits.DEFAULT, 10), "{\"id\":1,\"method\":\"m\"}")
                        .toString());
    }
}
