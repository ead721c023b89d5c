package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

class DestroyTest {
    @EachContainer
    void a_servlet_with_a_server_closes_it_after_the_responses(Container kind) throws Exception {
        Fixture fixture = new Fixture();
        McpServlet servlet = McpServlet.of(fixture.server, HttpOptions.DEFAULT);
        try (Site site = new Site(kind, fixture, Container.Deployment.of(servlet), "/mcp");
                Events events = site.events(site.modernCall(1, "wait", "{}"))) {
            events.message();
            CompletableFuture<Void> end = CompletableFuture.runAsync(servlet::destroy);
            Thread.sleep(100);
            assertThat(end).isNotDone();
            fixture.goOn.release();
            List<String> rest = events.messages();
            assertThat(rest).singleElement().asString().contains("went on");
            end.get();
            Eventually.isTrue(() -> site.open() == 0);
        }
    }

    @EachContainer
    void a_servlet_with_only_an_endpoint_does_not_close_its_server(Container kind) throws Exception {
        Fixture fixture = new Fixture();
        McpServer server = fixture.server;
        McpServlet servlet = new McpServlet(server.createHttpEndpoint(HttpOptions.DEFAULT));
        try (Site site = new Site(kind, fixture, Container.Deployment.of(servlet), "/mcp");
                Events events = site.events(site.modernCall(1, "wait", "{}"))) {
            events.message();
            servlet.destroy();
            assertThat(events.messages()).isEmpty();
            assertThat(site.open()).isZero();
            Eventually.isTrue(() -> server.status().requests() == 0);
            assertThat(server.createHttpEndpoint(HttpOptions.DEFAULT)).isNotNull();
        }
    }

    @EachContainer
    void a_container_with_open_streams_stops(Container kind) {
        try (Site site = new Site(kind)) {
            String session = site.session();
            Events get = site.events(site.get(session));
            Events call = site.events(site.modernCall(1, "wait", "{}"));
            call.message();
            site.fixture.goOn.release();
            site.container.close();
            assertThat(site.open()).isZero();
            assertThat(get.response().statusCode()).isEqualTo(200);
        }
    }
}
