package dev.tenon.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 20, item 13: strings that a client chooses and the server stores have a small limit, which the error names. */
@Timeout(60)
class StoredStringsTest {
    private static final String LONG_URI = "load://" + "u".repeat(2100);

    private final McpServer server = LoadServer.builder(Limits.DEFAULT.toBuilder()
                    .clientInfoBytes(1000)
                    .sessionBytes(4000)
                    .build())
            .resourceTemplate("load://{name}")
            .handler((request, call) -> "any")
            .build();
    private final TenonHttpServer http = TenonHttpServer.builder(server).port(0).start();

    @AfterEach
    void stop() {
        server.close(Duration.ZERO);
        http.close(Duration.ZERO);
    }

    private HttpConnection.ReceivedResponse post(String headers, String body) throws IOException {
        try (HttpConnection connection = new HttpConnection(http.port())) {
            return connection.post(headers, body);
        }
    }

    private static String initialize(String name, String capabilities) {
        return Messages.request(
                1,
                "initialize",
                "\"protocolVersion\":\"" + Messages.LEGACY + "\",\"capabilities\":" + capabilities
                        + ",\"clientInfo\":{\"name\":\"" + name + "\",\"version\":\"1\"}");
    }

    @Test
    void capabilities_count_as_well() throws Exception {
        String experimental = "{\"experimental\":{\"x\":{\"y\":\"" + "z".repeat(2000) + "\"}}}";
        HttpConnection.ReceivedResponse response = post("", initialize("n", experimental));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains("-32602", "params.capabilities: ", "(limit: clientInfoBytes)");
        assertThat(server.status().limitCounts()).containsEntry(LimitType.CLIENT_BYTES, 1L);
    }

    @Test
    void a_client_without_a_session_is_limited_too() throws Exception {
        String call = Messages.call(Messages.MODERN, 2, "echo", "\"text\":\"hi\"");
        String large =
                "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"" + "n".repeat(2000) + "\",\"version\":\"1\"}";
        HttpConnection.ReceivedResponse response = post(
                McpHttpRequests.modernCallHeaders("echo"), call.replace("\"_meta\":{", "\"_meta\":{" + large + ","));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body())
                .contains("-32602", "io.modelcontextprotocol/clientInfo: ", "(limit: clientInfoBytes)");
        assertThat(post(McpHttpRequests.modernCallHeaders("echo"), call).status())
                .isEqualTo(200);
    }

    @Test
    void the_client_info_of_one_caller_is_limited_in_total() throws Exception {
        for (int i = 0; i < 10; i++) {
            assertThat(post("", initialize("n".repeat(400), "{}")).status()).isEqualTo(200);
        }
        assertThat(server.status().sessions()).isEqualTo(2);
        assertThat(server.status().limitCounts()).containsEntry(LimitType.SESSION_BYTES, 8L);
    }

    @Test
    void a_subscription_to_a_long_uri_is_rejected() throws Exception {
        String session = openSession();
        HttpConnection.ReceivedResponse response = post(
                session, Messages.request(Messages.LEGACY, 2, "resources/subscribe", "\"uri\":\"" + LONG_URI + "\""));
        assertThat(response.body()).contains("-32602", "a uri of 2107 characters", "(limit: uriChars)");
        assertThat(server.status().subscriptions()).isZero();

        HttpConnection.ReceivedResponse stream = post(
                "MCP-Protocol-Version: " + Messages.MODERN + "\r\nMcp-Method: subscriptions/listen\r\n",
                Messages.request(
                        Messages.MODERN,
                        3,
                        "subscriptions/listen",
                        "\"notifications\":{\"resourceSubscriptions\":[\"" + LONG_URI + "\"]}"));
        assertThat(stream.body()).contains("-32602", "(limit: uriChars)");
        assertThat(server.status().limitCounts()).containsEntry(LimitType.URI_CHARS, 2L);
    }

    @Test
    void a_long_progress_token_is_rejected() throws Exception {
        String call = Messages.call(Messages.LEGACY, 2, "echo", "\"text\":\"hi\"")
                .replace("\"params\":{", "\"params\":{\"_meta\":{\"progressToken\":\"" + "t".repeat(2000) + "\"},");
        assertThat(post(openSession(), call).body())
                .contains("-32602", "params._meta.progressToken: at most 1024 bytes");
    }

    private String openSession() throws IOException {
        try (HttpConnection connection = new HttpConnection(http.port())) {
            return McpHttpRequests.sessionHeaders(McpHttpRequests.openSession(connection));
        }
    }
}
