package dev.tenon.oauth.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.model.TextContent;
import dev.tenon.oauth.client.OAuthClient;
import dev.tenon.oauth.client.OAuthLimits;
import dev.tenon.oauth.client.PreregisteredClient;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transports whose connections outlive a token. */
class TokenExpiryTransportTest {
    private SpringTestEnvironment environment;
    private URI baseUri;

    @BeforeEach
    void start() throws Exception {
        environment = new SpringTestEnvironment(false);
        baseUri = environment.startServer("", environment::newJwtAuthenticator, http -> http.httpSse("/sse")
                .webSocket("/ws"));
    }

    @AfterEach
    void stop() throws Exception {
        environment.close();
    }

    @Test
    @Tag("exhaustive")
    void over_a_web_socket_a_new_token_replaces_an_expired_one() throws Exception {
        assertTokenIsReplaced("bob", URI.create(baseUri.toString().replace("http:", "ws:") + "/ws"));
    }

    @Test
    @Tag("exhaustive")
    void over_http_sse_a_new_token_replaces_an_expired_one() throws Exception {
        assertTokenIsReplaced("bob", URI.create(baseUri + "/sse"));
    }

    private void assertTokenIsReplaced(String name, URI uri) throws Exception {
        BrowserUser user = environment.newUser(name);
        OAuthClient oauth = environment
                .newClientBuilder(uri, user)
                .client(PreregisteredClient.of(ClientRepository.SHORT_LIVED).withSecret(ClientRepository.SECRET))
                .limits(OAuthLimits.DEFAULT.withRefreshAhead(Duration.ZERO))
                .build();
        HttpTarget target = uri.getScheme().equals("ws") ? ServerTarget.webSocket(uri) : ServerTarget.httpSse(uri);
        try (McpClient client = McpClient.builder("agent", "1.0").connect(target.withCredentials(oauth))) {
            assertThat(whoami(client)).endsWith(name);
            awaitDisconnect(client);
            assertThat(whoami(client)).endsWith(name);
        }
        assertThat(user.openCount()).isEqualTo(1);
    }

    /** The server checks periodically for expired tokens, so a concurrent call may fail. */
    private static void awaitDisconnect(McpClient client) throws InterruptedException {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (client.status().connected() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertThat(client.status().connected()).isFalse();
    }

    private static String whoami(McpClient client) {
        return ((TextContent) client.callTool("whoami", Map.of()).content().get(0)).text();
    }
}
