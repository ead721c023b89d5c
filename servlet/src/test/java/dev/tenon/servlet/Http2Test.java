package dev.tenon.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * HTTP/2 is implemented by the container; the differences for a servlet are tested with the container that has it built
 * in.
 */
class Http2Test {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

    @Test
    void a_call_gets_a_response() throws Exception {
        try (ServletFixture fixture = new ServletFixture(Container.TOMCAT)) {
            for (int id = 1; id <= 3; id++) {
                HttpResponse<String> response = http.send(
                        fixture.modernCall(id, "echo", "{\"text\":\"two\"}").build(), BodyHandlers.ofString());
                assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
                assertThat(response.statusCode()).isEqualTo(200);
                assertThat(response.body()).contains("\"id\":" + id, "two");
            }
        }
    }

    @Test
    @Tag("exhaustive")
    void a_stream_is_delivered_and_closing_it_cancels() throws Exception {
        try (ServletFixture fixture = new ServletFixture(Container.TOMCAT)) {
            HttpResponse<InputStream> response =
                    http.send(fixture.modernCall(1, "wait", "{}").build(), BodyHandlers.ofInputStream());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            try (EventStream events = new EventStream(response)) {
                assertThat(events.nextMessage()).contains("waiting");
            }
            assertThat(fixture.testServer.interrupted.await(30, TimeUnit.SECONDS))
                    .isTrue();
        }
    }
}
