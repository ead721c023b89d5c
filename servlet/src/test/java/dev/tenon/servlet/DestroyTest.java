package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.server.McpServer;
import dev.tenon.server.http.HttpOptions;
import java.util.List;
import java.util.concurrent.CompletableFuture;

class DestroyTest {
    @EachContainer
    void a_servlet_with_a_server_closes_it_after_the_responses(Container kind) throws Exception {
        TestServer testServer = new TestServer();
        McpServlet servlet = McpServlet.of(testServer.server, HttpOptions.DEFAULT);
        try (ServletFixture fixture = new ServletFixture(kind, testServer, Container.Deployment.of(servlet), "/mcp");
                EventStream events = fixture.openEvents(fixture.modernCall(1, "wait", "{}"))) {
            events.nextMessage();
            CompletableFuture<Void> destroyTask = CompletableFuture.runAsync(servlet::destroy);
            Thread.sleep(100);
            assertThat(destroyTask).isNotDone();
            testServer.waitPermits.release();
            List<String> rest = events.readRemaining();
            assertThat(rest).singleElement().asString().contains("went on");
            destroyTask.get();
            Conditions.await(() -> fixture.openExchangeCount() == 0);
        }
    }

    @EachContainer
    void a_servlet_with_only_an_endpoint_does_not_close_its_server(Container kind) throws Exception {
        TestServer testServer = new TestServer();
        McpServer server = testServer.server;
        McpServlet servlet = new McpServlet(server.createHttpEndpoint(HttpOptions.DEFAULT));
        try (ServletFixture fixture = new ServletFixture(kind, testServer, Container.Deployment.of(servlet), "/mcp");
                EventStream events = fixture.openEvents(fixture.modernCall(1, "wait", "{}"))) {
            events.nextMessage();
            servlet.destroy();
            assertThat(events.readRemaining()).isEmpty();
            assertThat(fixture.openExchangeCount()).isZero();
            Conditions.await(() -> server.status().requests() == 0);
            assertThat(server.createHttpEndpoint(HttpOptions.DEFAULT)).isNotNull();
        }
    }

    @EachContainer
    void a_container_with_open_streams_stops(Container kind) {
        try (ServletFixture fixture = new ServletFixture(kind)) {
            String session = fixture.openSession();
            EventStream sessionStream = fixture.openEvents(fixture.streamRequest(session));
            EventStream call = fixture.openEvents(fixture.modernCall(1, "wait", "{}"));
            call.nextMessage();
            fixture.testServer.waitPermits.release();
            fixture.container.close();
            assertThat(fixture.openExchangeCount()).isZero();
            assertThat(sessionStream.response().statusCode()).isEqualTo(200);
        }
    }
}
