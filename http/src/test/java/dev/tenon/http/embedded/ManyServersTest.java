package dev.tenon.http.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.thread.BlockedThreadCheck;
import dev.tenon.http.HostOriginPolicy;
import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.PublicPage;
import dev.tenon.transport.ChannelLimits;
import dev.tenon.transport.MemoryChannels;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several servers on one port, each at its own path. */
@BlockedThreadCheck
class ManyServersTest {
    private static McpServer buildServer(String name) {
        return McpServer.builder(name, "1")
                .tool("who")
                .handler((in, call) -> name)
                .build();
    }

    private static TestClient clientOf(TenonHttpServer http, String path) {
        return new TestClient(http.uri().resolve(path));
    }

    private static HttpResponse<String> get(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String callWho(TestClient client) throws Exception {
        return client.sendAndReceive(client.buildModernPost(
                        TestClient.modernRequest(1, "tools/call", TestClient.callParams("who", ""))))
                .get("result")
                .get("content")
                .elements()
                .get(0)
                .get("text")
                .string();
    }

    @Test
    void each_server_is_reached_at_its_path_only() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .addServer("/second", buildServer("second"))
                .addServer(HttpOptions.DEFAULT.withPath("/third").withHttpSse("/third/sse"), buildServer("third"))
                .closeServersOnShutdown()
                .start()) {
            assertThat(callWho(clientOf(http, "/mcp"))).isEqualTo("first");
            assertThat(callWho(clientOf(http, "/second"))).isEqualTo("second");
            assertThat(callWho(clientOf(http, "/third"))).isEqualTo("third");
            TestClient unknownPath = clientOf(http, "/fourth");
            assertThat(unknownPath.send(unknownPath.buildPost("{}")).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void a_session_of_one_server_is_unknown_to_another() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .addServer("/second", buildServer("second"))
                .closeServersOnShutdown()
                .start()) {
            TestClient first = clientOf(http, "/mcp");
            first.initialize("2025-11-25");
            HttpRequest request = HttpRequest.newBuilder(http.uri().resolve("/second"))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("Mcp-Session-Id", String.valueOf(first.session()))
                    .POST(HttpRequest.BodyPublishers.ofString(TestClient.legacyRequest(1, "tools/list", "")))
                    .build();
            assertThat(first.send(request).statusCode()).isEqualTo(404);
            assertThat(first.send(first.buildPost(TestClient.legacyRequest(1, "tools/list", "")))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void additional_servers_use_the_options_of_the_first_in_any_order_of_calls() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .addServer("/second", buildServer("second"))
                .origins(HostOriginPolicy.of(List.of("127.0.0.1"), List.of("https://app.example.com")))
                .closeServersOnShutdown()
                .start()) {
            HttpRequest preflight = HttpRequest.newBuilder(http.uri().resolve("/second"))
                    .header("Origin", "https://app.example.com")
                    .header("Access-Control-Request-Method", "POST")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(preflight, HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(204);
        }
    }

    @Test
    void public_pages_are_served_by_the_first_server_that_has_them() throws Exception {
        HttpOptions first = HttpOptions.DEFAULT.withPage(new PublicPage("/page", "text/plain", "first"));
        HttpOptions second = HttpOptions.DEFAULT
                .withPath("/second")
                .withPage(new PublicPage("/page", "text/plain", "second"))
                .withPage(new PublicPage("/page/second", "text/plain", "second"));
        try (TenonHttpServer http = TenonHttpServer.builder(buildServer("first"))
                .options(first)
                .port(0)
                .addServer(second, buildServer("second"))
                .closeServersOnShutdown()
                .start()) {
            assertThat(get(http.uri().resolve("/page")).body()).isEqualTo("first");
            assertThat(get(http.uri().resolve("/page/second")).body()).isEqualTo("second");
        }
    }

    @Test
    void two_cannot_have_the_same_path() {
        assertThatThrownBy(() -> TenonHttpServer.builder(buildServer("first"))
                        .port(0)
                        .addServer("/mcp", buildServer("second"))
                        .start()
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/mcp");
        assertThatThrownBy(() -> TenonHttpServer.builder(buildServer("first"))
                        .port(0)
                        .httpSse("/second")
                        .addServer("/second/message", buildServer("second"))
                        .start()
                        .close())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TenonHttpServer.builder(buildServer("first"))
                        .port(0)
                        .webSocket("/second")
                        .addServer("/second", buildServer("second"))
                        .start()
                        .close())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_http_sse_path_that_ends_with_a_slash_has_its_messages_below_it() {
        TenonHttpServerBuilder webSocketServer = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .httpSse("/sse/")
                .webSocket("/sse/message");
        assertThatThrownBy(() -> webSocketServer.start().close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/sse/message");
        PublicPage page = new PublicPage("/sse/message", "text/plain", "page");
        TenonHttpServerBuilder pageOfOtherServer = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .httpSse("/sse/")
                .addServer(HttpOptions.DEFAULT.withPath("/second").withPage(page), buildServer("second"));
        assertThatThrownBy(() -> pageOfOtherServer.start().close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/sse/message");
        TenonHttpServerBuilder pageOfFirstServer = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .options(HttpOptions.DEFAULT.withHttpSse("/sse/").withPage(page));
        assertThatThrownBy(() -> pageOfFirstServer.start().close()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_web_socket_does_not_hide_a_public_page() {
        PublicPage page = new PublicPage("/.well-known/oauth-protected-resource", "application/json", "{}");
        TenonHttpServerBuilder builder = TenonHttpServer.builder(buildServer("first"))
                .port(0)
                .options(HttpOptions.DEFAULT.withPage(page))
                .webSocket(page.path());
        assertThatThrownBy(() -> builder.start().close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(page.path());
    }

    @Test
    void closing_closes_them_all() {
        McpServer first = buildServer("first");
        McpServer second = buildServer("second");
        TenonHttpServer.builder(first)
                .port(0)
                .addServer("/second", second)
                .closeServersOnShutdown()
                .start()
                .close();
        for (McpServer server : List.of(first, second)) {
            MemoryChannels.ChannelPair pair = MemoryChannels.pair(ChannelLimits.DEFAULT);
            assertThatThrownBy(() -> server.connect(pair.left(), "memory", null))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
