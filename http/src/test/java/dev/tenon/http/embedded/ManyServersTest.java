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
    private static McpServer named(String name) {
        return McpServer.builder(name, "1")
                .tool("who")
                .handler((in, call) -> name)
                .build();
    }

    private static Client at(TenonHttpServer http, String path) {
        return new Client(http.uri().resolve(path));
    }

    private static HttpResponse<String> get(URI uri) throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String who(Client client) throws Exception {
        return client.ask(client.postModern(Client.modern(1, "tools/call", Client.call("who", ""))))
                .get("result")
                .get("content")
                .elements()
                .get(0)
                .get("text")
                .string();
    }

    @Test
    void each_server_is_reached_at_its_path_only() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(named("first"))
                .port(0)
                .addServer("/second", named("second"))
                .addServer(HttpOptions.DEFAULT.withPath("/third").withHttpSse("/third/sse"), named("third"))
                .closeServersOnShutdown()
                .start()) {
            assertThat(who(at(http, "/mcp"))).isEqualTo("first");
            assertThat(who(at(http, "/second"))).isEqualTo("second");
            assertThat(who(at(http, "/third"))).isEqualTo("third");
            Client nobody = at(http, "/fourth");
            assertThat(nobody.send(nobody.post("{}")).statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_session_of_one_server_is_unknown_to_another() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(named("first"))
                .port(0)
                .addServer("/second", named("second"))
                .closeServersOnShutdown()
                .start()) {
            Client first = at(http, "/mcp");
            first.initialize("2025-11-25");
            HttpRequest elsewhere = HttpRequest.newBuilder(http.uri().resolve("/second"))
                    .header("Content-Type", "application/json")
                    .header("Accept", "application/json, text/event-stream")
                    .header("Mcp-Session-Id", String.valueOf(first.session()))
                    .POST(HttpRequest.BodyPublishers.ofString(Client.legacy(1, "tools/list", "")))
                    .build();
            assertThat(first.send(elsewhere).statusCode()).isEqualTo(404);
            assertThat(first.send(first.post(Client.legacy(1, "tools/list", "")))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void additional_servers_use_the_options_of_the_first_in_any_order_of_calls() throws Exception {
        try (TenonHttpServer http = TenonHttpServer.builder(named("first"))
                .port(0)
                .addServer("/second", named("second"))
                .origins(HostOriginPolicy.of(List.of("127.0.0.1"), List.of("https://app.example.com")))
                .closeServersOnShutdown()
                .start()) {
            HttpRequest asking = HttpRequest.newBuilder(http.uri().resolve("/second"))
                    .header("Origin", "https://app.example.com")
                    .header("Access-Control-Request-Method", "POST")
                    .method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(asking, HttpResponse.BodyHandlers.ofString())
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
        try (TenonHttpServer http = TenonHttpServer.builder(named("first"))
                .options(first)
                .port(0)
                .addServer(second, named("second"))
                .closeServersOnShutdown()
                .start()) {
            assertThat(get(http.uri().resolve("/page")).body()).isEqualTo("first");
            assertThat(get(http.uri().resolve("/page/second")).body()).isEqualTo("second");
        }
    }

    @Test
    void two_cannot_have_the_same_path() {
        assertThatThrownBy(() -> TenonHttpServer.builder(named("first"))
                        .port(0)
                        .addServer("/mcp", named("second"))
                        .start()
                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/mcp");
        assertThatThrownBy(() -> TenonHttpServer.builder(named("first"))
                        .port(0)
                        .httpSse("/second")
                        .addServer("/second/message", named("second"))
                        .start()
                        .close())
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TenonHttpServer.builder(named("first"))
                        .port(0)
                        .webSocket("/second")
                        .addServer("/second", named("second"))
                        .start()
                        .close())
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void an_http_sse_path_that_ends_with_a_slash_has_its_messages_below_it() {
        TenonHttpServerBuilder webSocket =
                TenonHttpServer.builder(named("first")).port(0).httpSse("/sse/").webSocket("/sse/message");
        assertThatThrownBy(() -> webSocket.start().close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/sse/message");
        PublicPage page = new PublicPage("/sse/message", "text/plain", "page");
        TenonHttpServerBuilder ofAnother = TenonHttpServer.builder(named("first"))
                .port(0)
                .httpSse("/sse/")
                .addServer(HttpOptions.DEFAULT.withPath("/second").withPage(page), named("second"));
        assertThatThrownBy(() -> ofAnother.start().close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/sse/message");
        TenonHttpServerBuilder ownPage = TenonHttpServer.builder(named("first"))
                .port(0)
                .options(HttpOptions.DEFAULT.withHttpSse("/sse/").withPage(page));
        assertThatThrownBy(() -> ownPage.start().close()).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_web_socket_does_not_hide_a_public_page() {
        PublicPage page = new PublicPage("/.well-known/oauth-protected-resource", "application/json", "{}");
        TenonHttpServerBuilder builder = TenonHttpServer.builder(named("first"))
                .port(0)
                .options(HttpOptions.DEFAULT.withPage(page))
                .webSocket(page.path());
        assertThatThrownBy(() -> builder.start().close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(page.path());
    }

    @Test
    void closing_closes_them_all() {
        McpServer first = named("first");
        McpServer second = named("second");
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
