package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenon.server.http.HttpOptions;
import org.junit.jupiter.api.Test;

class HttpOptionsTest {

    @Test
    void an_endpoint_is_where_neither_the_stream_nor_the_messages_of_http_sse_are() {
        assertThat(HttpOptions.DEFAULT.withPath("/mcp").withHttpSse("/sse/").endpointPaths())
                .containsExactly("/mcp", "/sse/", "/sse/message");
        assertThat(HttpOptions.DEFAULT.withHttpSse("/sse").httpSseMessagePath()).isEqualTo("/sse/message");
        assertThat(HttpOptions.DEFAULT.httpSseMessagePath()).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpOptions.DEFAULT.withPath("/sse").withHttpSse("/sse"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpOptions.DEFAULT.withPath("/sse/message").withHttpSse("/sse"))
                .withMessageContaining("is /sse/message");
    }
}
