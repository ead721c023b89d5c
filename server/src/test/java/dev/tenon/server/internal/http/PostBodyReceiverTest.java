package dev.tenon.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.json.JsonLimits;
import dev.tenon.jsonrpc.MessageReader;
import dev.tenon.server.FakeRequestHead;
import dev.tenon.server.Limits;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingHttpResponse;
import dev.tenon.server.internal.TestServerComponents;
import dev.tenon.server.internal.TestSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostBodyReceiverTest {
    private static final int MAX_BYTES = 100;

    private final MessageReader reader = new MessageReader(new JsonLimits(MAX_BYTES, 10, 100, 10, 10, 10), 1);
    private final RecordingHttpResponse response = new RecordingHttpResponse();
    private final List<String> bodies = new ArrayList<>();
    private @Nullable RuntimeException failure;

    private @Nullable HttpBodyReceiver receiver(@Nullable String contentLength) {
        FakeRequestHead head = new FakeRequestHead(
                "POST", "192.0.2.1", name -> contentLength == null ? List.of() : List.of(contentLength));
        AuthenticatedHttpRequest request = new AuthenticatedHttpRequest(
                head,
                null,
                response,
                new AuthenticatedHttpRequest.EndpointAccessPolicy(
                        TestServerComponents.of(TestSettings.of(Limits.DEFAULT), new ManualExecutor()),
                        null,
                        new CallerKeyResolver(List.of())));
        return PostBodyReceiver.createUnlessTooLarge(reader, request, body -> {
            if (failure != null) {
                throw failure;
            }
            bodies.add(new String(body, UTF_8));
        });
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"0", "99", " 100 ", "", "-1", "many", "99999999999999999999"})
    void a_body_of_an_allowed_or_unknown_length_is_received(String length) {
        receiver(length).onBody("{}".getBytes(UTF_8));

        assertThat(bodies).containsExactly("{}");
        assertThat(response.sent()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"101", "4294967296", "9223372036854775807"})
    void a_body_that_is_announced_as_too_large_is_rejected_before_it_is_read(String length) {
        assertThat(receiver(length)).isNull();
        assertThat(response.sent()).singleElement().asString().startsWith("413 ");
    }

    @Test
    void a_body_that_turns_out_to_be_too_large_is_rejected() {
        receiver(null).onTooLarge();

        assertThat(response.sent()).singleElement().asString().startsWith("413 ");
    }

    @Test
    void a_body_without_memory_is_rejected_for_now() {
        receiver(null).onOutOfMemory();

        assertThat(response.sent()).singleElement().asString().startsWith("429 ");
        assertThat(response.headers()).containsEntry("Retry-After", "1");
    }

    @Test
    void a_failure_gets_one_response_with_an_incident() {
        failure = new IllegalStateException("a secret");
        receiver(null).onBody("{}".getBytes(UTF_8));

        assertThat(response.sent())
                .singleElement()
                .asString()
                .startsWith("500 ")
                .contains("Internal error (incident ")
                .doesNotContain("secret");
    }
}
