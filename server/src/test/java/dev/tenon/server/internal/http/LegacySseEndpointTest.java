package dev.tenon.server.internal.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.http.HeaderFields;
import dev.tenon.server.Limits;
import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpBodyReceiver;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.internal.ManualExecutor;
import dev.tenon.server.internal.RecordingHttpResponse;
import dev.tenon.server.internal.TestServerComponents;
import dev.tenon.server.internal.TestSettings;
import dev.tenon.server.internal.connection.ChannelConnection;
import dev.tenon.server.internal.connection.ServerComponents;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LegacySseEndpointTest {
    private static final int STREAMS_PER_CALLER = 2;
    private static final int STREAMS = 3;
    private static final Pattern MESSAGE_URL = Pattern.compile("/sse/message\\?(sessionId=\\S+)");
    private static final byte[] PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(UTF_8);

    private final ServerComponents components = TestServerComponents.of(
            TestSettings.of(Limits.DEFAULT.toBuilder()
                    .sessionsPerCaller(STREAMS_PER_CALLER)
                    .sessions(STREAMS)
                    .build()),
            new ManualExecutor());
    private final HttpStreamSupervisor supervisor =
            new HttpStreamSupervisor(ChannelLimits.DEFAULT, Duration.ofHours(1), components.counters());
    private final Set<ChannelConnection> connections = new HashSet<>();
    private final LegacySseEndpoint endpoint =
            new LegacySseEndpoint(components, supervisor, HttpOptions.DEFAULT.withHttpSse("/sse"), connections);

    private record LegacyRequestHead(
            String method, String path, @Nullable String query) implements HttpRequestHead {
        @Override
        public HeaderFields headers() {
            return name -> name.equalsIgnoreCase("content-type") ? List.of("application/json") : List.of();
        }

        @Override
        public String remoteAddress() {
            return "192.0.2.1:1234";
        }

        @Override
        public String remoteIpAddress() {
            return "192.0.2.1";
        }
    }

    private AuthenticatedHttpRequest request(HttpRequestHead head, String caller, RecordingHttpResponse response) {
        return new AuthenticatedHttpRequest(
                head,
                new CallerPrincipal(caller),
                response,
                new AuthenticatedHttpRequest.EndpointAccessPolicy(components, null, new CallerKeyResolver(List.of())));
    }

    private RecordingHttpResponse openStream(String caller) {
        return openStream(caller, new RecordingHttpResponse());
    }

    private RecordingHttpResponse openStream(String caller, RecordingHttpResponse response) {
        response.stream().read(true);
        HttpBodyReceiver none =
                endpoint.handleRequestHead(request(new LegacyRequestHead("GET", "/sse", null), caller, response));
        assertThat(none).isNull();
        return response;
    }

    private RecordingHttpResponse post(RecordingHttpResponse stream, String caller) {
        Matcher url = MESSAGE_URL.matcher(stream.stream().text());
        assertThat(url.find()).isTrue();
        RecordingHttpResponse response = new RecordingHttpResponse();
        LegacyRequestHead head = new LegacyRequestHead("POST", "/sse/message", url.group(1));
        HttpBodyReceiver body = endpoint.handleRequestHead(request(head, caller, response));
        if (body != null) {
            body.onBody(PING);
        }
        return response;
    }

    @Test
    void a_caller_has_a_limited_number_of_streams() {
        openStream("a");
        RecordingHttpResponse second = openStream("a");
        assertThat(openStream("a").sent().get(0)).startsWith("429 ").contains("limit: sessionsPerCaller");

        second.disconnect();

        assertThat(openStream("a").openedCount()).isOne();
    }

    @Test
    void a_stream_that_the_total_limit_rejects_does_not_use_the_share_of_its_caller() {
        openStream("a");
        openStream("a");
        openStream("b");
        assertThat(openStream("c").sent().get(0)).startsWith("429 ").contains("limit: sessions)");

        for (ChannelConnection connection : connections) {
            connection.close();
        }

        assertThat(openStream("c").openedCount()).isOne();
        assertThat(openStream("c").openedCount()).isOne();
    }

    @Test
    void a_stream_that_cannot_be_opened_does_not_count() {
        for (int i = 0; i < STREAMS; i++) {
            RecordingHttpResponse failing = new RecordingHttpResponse();
            failing.failToOpen();
            assertThatThrownBy(() -> openStream("a", failing)).hasMessage("the container failed");
        }

        assertThat(openStream("a").openedCount()).isOne();
    }

    @Test
    void a_client_that_disconnects_before_its_stream_opens_does_not_count() {
        for (int i = 0; i < STREAMS; i++) {
            RecordingHttpResponse gone = new RecordingHttpResponse();
            gone.disconnect();
            openStream("a", gone);
        }

        assertThat(openStream("a").openedCount()).isOne();
        assertThat(supervisor.size()).isOne();
    }

    @Test
    void a_message_is_answered_on_the_stream() {
        RecordingHttpResponse stream = openStream("a");

        assertThat(post(stream, "a").sent()).containsExactly("202");
        assertThat(stream.stream().text()).contains("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void the_stream_of_another_caller_is_unknown() {
        RecordingHttpResponse stream = openStream("a");

        assertThat(post(stream, "b").sent().get(0)).startsWith("404 ");
        assertThat(stream.stream().text()).doesNotContain("result");
    }

    @Test
    void a_stream_that_has_ended_is_unknown() {
        RecordingHttpResponse stream = openStream("a");
        stream.disconnect();

        assertThat(post(stream, "a").sent().get(0)).startsWith("404 ");
    }
}
