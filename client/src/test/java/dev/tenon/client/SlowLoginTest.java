package dev.tenon.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.endpoint.CredentialsProvider;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.model.Revision;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A login that takes longer than the timeouts for calls and for connecting. */
class SlowLoginTest {
    private static final ClientLimits SHORT_TIMEOUTS = ClientLimits.DEFAULT.toBuilder()
            .connectTimeout(Duration.ofSeconds(4))
            .callTimeout(Duration.ofSeconds(4))
            .build();

    /** Each login grants what the server then requires, and no more. */
    private static final class SlowCredentialsProvider implements CredentialsProvider {
        final AtomicInteger logins = new AtomicInteger();

        @Override
        public Map<String, String> headers(String method, URI uri) {
            return Map.of("Authorization", "Bearer " + logins.get());
        }

        @Override
        public boolean renew(UnauthorizedResponse rejection) {
            try {
                TimeUnit.MILLISECONDS.sleep(4500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            logins.incrementAndGet();
            return true;
        }
    }

    private static MockHttpServer.MockResponse respond(MockHttpServer.RecordedRequest request) {
        int expected = request.hasMethod("tools/call") ? 2 : 1;
        String token = request.headers().get("Authorization");
        if (Integer.parseInt(token.substring("Bearer ".length())) < expected) {
            return MockHttpServer.MockResponse.ofStatus(expected == 1 ? 401 : 403);
        }
        if (request.body().isNull() || request.body().get("id") == null) {
            return MockHttpServer.MockResponse.ofStatus(request.body().isNull() ? 405 : 202);
        }
        if (request.hasMethod("server/discover")) {
            return request.createDiscoverResponse();
        }
        if (request.hasMethod("initialize")) {
            return request.createInitializeResponse("2025-11-25");
        }
        return request.createResult(
                request.hasMethod("tools/list")
                        ? "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}],"
                                + "\"ttlMs\":0,\"cacheScope\":\"private\"}"
                        : "{\"resultType\":\"complete\",\"content\":[]}");
    }

    /** Makes one call before the test, because the first connection in a new JVM takes longer. */
    private static void warmUp(Revision revision) throws Exception {
        SlowCredentialsProvider credentials = new SlowCredentialsProvider();
        credentials.logins.set(2);
        ClientBuilder builder = McpClient.builder("test", "1").revisions(revision);
        try (MockHttpServer server = new MockHttpServer(SlowLoginTest::respond);
                McpClient client = builder.connect(((HttpTarget) server.target()).withCredentials(credentials))) {
            client.callTool("t", Map.of());
        }
    }

    @ParameterizedTest
    @Tag("exhaustive")
    @EnumSource(
            value = Revision.class,
            names = {"V2025_11_25", "V2026_07_28"})
    void a_login_does_not_count_towards_the_timeouts(Revision revision) throws Exception {
        warmUp(revision);
        SlowCredentialsProvider credentials = new SlowCredentialsProvider();
        ClientBuilder builder =
                McpClient.builder("test", "1").revisions(revision).limits(SHORT_TIMEOUTS);
        try (MockHttpServer server = new MockHttpServer(SlowLoginTest::respond);
                McpClient client = builder.connect(((HttpTarget) server.target()).withCredentials(credentials))) {
            assertThat(credentials.logins.get()).isEqualTo(1);
            assertThat(client.callTool("t", Map.of()).isError()).isFalse();
            assertThat(credentials.logins.get()).isEqualTo(2);
        }
    }
}
