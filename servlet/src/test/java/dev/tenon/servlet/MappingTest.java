package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.http.HttpOptions;
import dev.tenon.server.http.PublicPage;
import dev.tenon.server.http.RequestAuthenticator;
import java.net.http.HttpResponse;
import java.util.Map;

class MappingTest {
    private static final String HELLO = "{\"text\":\"hello\"}";

    private static Site site(Container kind, String contextPath, String mapping, HttpOptions options, String path) {
        Fixture fixture = new Fixture();
        McpServlet servlet = McpServlet.of(fixture.server, options);
        return new Site(kind, fixture, new Container.Deployment(servlet, contextPath, mapping, true), path);
    }

    private static int status(Site site) {
        return site.send(site.modernCall(1, "echo", HELLO)).statusCode();
    }

    @EachContainer
    void the_mapping_determines_the_address_of_the_endpoint(Container kind) {
        try (Site site = site(kind, "", "/somewhere/else", HttpOptions.DEFAULT, "/somewhere/else")) {
            assertThat(status(site)).isEqualTo(200);
        }
    }

    @EachContainer
    void the_context_path_does_not_matter(Container kind) {
        try (Site site = site(kind, "/app", "/mcp", HttpOptions.DEFAULT, "/app/mcp")) {
            assertThat(status(site)).isEqualTo(200);
        }
    }

    @EachContainer
    void a_path_mapping_serves_only_its_root(Container kind) {
        try (Site site = site(kind, "/app", "/api/mcp/*", HttpOptions.DEFAULT, "/app/api/mcp")) {
            assertThat(status(site)).isEqualTo(200);
        }
        try (Site site = site(kind, "/app", "/api/mcp/*", HttpOptions.DEFAULT, "/app/api/mcp/below")) {
            assertThat(status(site)).isEqualTo(404);
        }
    }

    @EachContainer
    void a_default_servlet_uses_the_path_of_the_options(Container kind) {
        for (String mapping : new String[] {"/", "/*"}) {
            try (Site site = site(kind, "/app", mapping, HttpOptions.DEFAULT.withPath("/app/x/mcp"), "/app/x/mcp")) {
                assertThat(status(site)).isEqualTo(200);
            }
            try (Site site = site(kind, "/app", mapping, HttpOptions.DEFAULT.withPath("/app/x/mcp"), "/app/y")) {
                assertThat(status(site)).isEqualTo(404);
            }
        }
    }

    @EachContainer
    void it_registers_itself(Container kind) {
        try (Site site = site(kind, "/app", null, HttpOptions.DEFAULT, "/app/mcp")) {
            assertThat(status(site)).isEqualTo(200);
        }
    }

    @EachContainer
    void public_pages_are_served_without_authentication(Container kind) {
        String path = "/.well-known/oauth-protected-resource/mcp";
        HttpOptions options = HttpOptions.DEFAULT
                .withPage(new PublicPage(path, "application/json", "{\"page\":1}"))
                .withAuthenticator(
                        head -> new RequestAuthenticator.AccessDenial(401, Map.of("WWW-Authenticate", "Bearer")));
        isShown(site(kind, "", null, options, "/mcp"), path);
        isShown(site(kind, "/app", null, options, "/app/mcp"), "/app" + path);
        isShown(site(kind, "", "/*", options, "/mcp"), path);
    }

    private static void isShown(Site started, String path) {
        try (Site site = started) {
            HttpResponse<String> page = site.send(site.request(path).GET());
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).isEqualTo("{\"page\":1}");
            assertThat(page.headers().firstValue("Access-Control-Allow-Origin")).hasValue("*");
            assertThat(site.send(site.request(path).DELETE()).statusCode()).isEqualTo(405);
            assertThat(status(site)).isEqualTo(401);
        }
    }

    @EachContainer
    void without_asynchronous_support_the_response_is_an_empty_error(Container kind) {
        Fixture fixture = new Fixture();
        McpServlet servlet = McpServlet.of(fixture.server, HttpOptions.DEFAULT);
        try (Site site = new Site(kind, fixture, new Container.Deployment(servlet, "", "/mcp", false), "/mcp")) {
            HttpResponse<String> response = site.send(site.modernCall(1, "echo", HELLO));
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.body()).isEmpty();
        }
    }

    @EachContainer
    void http_sse_works_with_its_full_path(Container kind) {
        HttpOptions options = HttpOptions.DEFAULT.withHttpSse("/app/sse");
        try (Site site = site(kind, "/app", "/sse/*", options, "/app/sse");
                Events events = site.events(site.request().header("Accept", "text/event-stream"))) {
            String endpoint = Events.text(events.next());
            assertThat(endpoint).startsWith("/app/sse/message?");
            HttpResponse<String> accepted = site.send(site.request(endpoint)
                    .header("Content-Type", "application/json")
                    .POST(java.net.http.HttpRequest.BodyPublishers.ofString(
                            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}")));
            assertThat(accepted.statusCode()).isEqualTo(202);
            assertThat(events.message()).contains("\"id\":1");
        }
    }
}
