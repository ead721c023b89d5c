package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.PublicPage;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.http.HttpResponse;
import java.util.Map;

class MappingTest {
    private static final String HELLO = "{\"text\":\"hello\"}";

    private static ServletFixture startFixture(
            Container kind, String contextPath, String mapping, HttpOptions options, String path) {
        TestServer testServer = new TestServer();
        McpServlet servlet = McpServlet.of(testServer.server, options);
        return new ServletFixture(
                kind, testServer, new Container.Deployment(servlet, contextPath, mapping, true), path);
    }

    private static int callStatus(ServletFixture fixture) {
        return fixture.send(fixture.modernCall(1, "echo", HELLO)).statusCode();
    }

    @EachContainer
    void the_mapping_determines_the_address_of_the_endpoint(Container kind) {
        try (ServletFixture fixture =
                startFixture(kind, "", "/somewhere/else", HttpOptions.DEFAULT, "/somewhere/else")) {
            assertThat(callStatus(fixture)).isEqualTo(200);
        }
    }

    @EachContainer
    void the_context_path_does_not_matter(Container kind) {
        try (ServletFixture fixture = startFixture(kind, "/app", "/mcp", HttpOptions.DEFAULT, "/app/mcp")) {
            assertThat(callStatus(fixture)).isEqualTo(200);
        }
    }

    @EachContainer
    void a_path_mapping_serves_only_its_root(Container kind) {
        try (ServletFixture fixture = startFixture(kind, "/app", "/api/mcp/*", HttpOptions.DEFAULT, "/app/api/mcp")) {
            assertThat(callStatus(fixture)).isEqualTo(200);
        }
        try (ServletFixture fixture =
                startFixture(kind, "/app", "/api/mcp/*", HttpOptions.DEFAULT, "/app/api/mcp/below")) {
            assertThat(callStatus(fixture)).isEqualTo(404);
        }
    }

    @EachContainer
    void a_default_servlet_uses_the_path_of_the_options(Container kind) {
        for (String mapping : new String[] {"/", "/*"}) {
            try (ServletFixture fixture =
                    startFixture(kind, "/app", mapping, HttpOptions.DEFAULT.withPath("/app/x/mcp"), "/app/x/mcp")) {
                assertThat(callStatus(fixture)).isEqualTo(200);
            }
            try (ServletFixture fixture =
                    startFixture(kind, "/app", mapping, HttpOptions.DEFAULT.withPath("/app/x/mcp"), "/app/y")) {
                assertThat(callStatus(fixture)).isEqualTo(404);
            }
        }
    }

    @EachContainer
    void a_servlet_registers_itself(Container kind) {
        try (ServletFixture fixture = startFixture(kind, "/app", null, HttpOptions.DEFAULT, "/app/mcp")) {
            assertThat(callStatus(fixture)).isEqualTo(200);
        }
    }

    @EachContainer
    void public_pages_are_served_without_authentication(Container kind) {
        String path = "/.well-known/oauth-protected-resource/mcp";
        HttpOptions options = HttpOptions.DEFAULT
                .withPage(new PublicPage(path, "application/json", "{\"page\":1}"))
                .withAuthenticator(
                        head -> new RequestAuthenticator.AccessDenial(401, Map.of("WWW-Authenticate", "Bearer")));
        assertPageServed(startFixture(kind, "", null, options, "/mcp"), path);
        assertPageServed(startFixture(kind, "/app", null, options, "/app/mcp"), "/app" + path);
        assertPageServed(startFixture(kind, "", "/*", options, "/mcp"), path);
    }

    private static void assertPageServed(ServletFixture startedFixture, String path) {
        try (ServletFixture fixture = startedFixture) {
            HttpResponse<String> page = fixture.send(fixture.request(path).GET());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).isEqualTo("{\"page\":1}");
            assertThat(page.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
            assertThat(fixture.send(fixture.request(path).DELETE()).statusCode())
                    .isEqualTo(405);
            assertThat(callStatus(fixture)).isEqualTo(401);
        }
    }

    @EachContainer
    void without_asynchronous_support_the_response_is_an_empty_error(Container kind) {
        TestServer testServer = new TestServer();
        McpServlet servlet = McpServlet.of(testServer.server, HttpOptions.DEFAULT);
        try (ServletFixture fixture =
                new ServletFixture(kind, testServer, new Container.Deployment(servlet, "", "/mcp", false), "/mcp")) {
            HttpResponse<String> response = fixture.send(fixture.modernCall(1, "echo", HELLO));
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).isEmpty();
        }
    }

    @EachContainer
    void http_sse_works_with_its_full_path(Container kind) {
        HttpOptions options = HttpOptions.DEFAULT.withHttpSse("/app/sse");
        try (ServletFixture fixture = startFixture(kind, "/app", "/sse/*", options, "/app/sse");
                EventStream events = fixture.openEvents(fixture.request().header("Accept", "text/event-stream"))) {
            String endpoint = EventStream.text(events.next());
            assertThat(endpoint).startsWith("/app/sse/message?");
            HttpResponse<String> accepted = fixture.send(fixture.request(endpoint)
                    .header("Content-Type", "application/json")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")));
            assertThat(accepted.statusCode()).isEqualTo(202);
            assertThat(events.nextMessage()).contains("\"id\":1");
        }
    }
}
