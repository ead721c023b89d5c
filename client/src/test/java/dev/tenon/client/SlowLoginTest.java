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
    private static final ClientLimits SHORT = ClientLimits.DEFAULT.toBuilder()
            .connectTimeout(Duration.ofSeconds(4))
            .callTimeout(Duration.ofSeconds(4))
            .build();

    /** Each login grants what the server then requires, and no more. */
    private static final class Slow implements CredentialsProvider {
        final AtomicInteger logins = new AtomicInteger();

        @Override
        public Map<String, String> headers(String method, URI uri) {
            return Map.of("Authorization", "Bearer " + logins.get());
        }

        @Override
        public boolean renew(UnauthorizedResponse refusal) {
            try {
                TimeUnit.MILLISECONDS.sleep(4500);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            logins.incrementAndGet();
            return true;
        }
    }

    private static TinyHttp.Answer answer(TinyHttp.Seen request) {
        int expected = request.is("tools/call") ? 2 : 1;
        String token = request.headers().get("Authorization");
        if (Integer.parseInt(token.substring("Bearer ".length())) < expected) {
            return TinyHttp.Answer.status(expected == 1 ? 401 : 403);
        }
        if (request.body().isNull() || request.body().get("id") == null) {
            return TinyHttp.Answer.status(request.body().isNull() ? 405 : 202);
        }
        if (request.is("server/discover")) {
            return request.discovered();
        }
        if (request.is("initialize")) {
            return request.initialized("2025-11-25");
        }
        return request.result(
                request.is("tools/list")
                        ? "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}],"
                                + "\"ttlMs\":0,\"cacheScope\":\"private\"}"
                        : "{\"resultType\":\"complete\",\"content\":[]}");
    }

    /** The first connection in a new JVM takes longer. */
    private static void warmUp(Revision revision) throws Exception {
        Slow auth = new Slow();
        auth.logins.set(2);
        ClientBuilder builder = McpClient.builder("test", "1").revisions(revision);
        try (TinyHttp server = new TinyHttp(SlowLoginTest::answer);
                McpClient client = builder.connect(((HttpTarget) server.target()).withCredentials(auth))) {
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
        Slow auth = new Slow();
        ClientBuilder builder =
                McpClient.builder("test", "1").revisions(revision).limits(SHORT);
        try (TinyHttp server = new TinyHttp(SlowLoginTest::answer);
                McpClient client = builder.connect(((HttpTarget) server.target()).withCredentials(auth))) {
            assertThat(auth.logins.get()).isEqualTo(1);
            assertThat(client.callTool("t", Map.of()).isError()).isFalse();
            assertThat(auth.logins.get()).isEqualTo(2);
        }
    }
}
