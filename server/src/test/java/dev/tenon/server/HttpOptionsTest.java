package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenon.server.http.HttpOptions;
import org.junit.jupiter.api.Test;

class HttpOptionsTest {

    @Test
    void the_endpoint_path_differs_from_both_paths_of_http_sse() {
        assertThat(HttpOptions.DEFAULT.withPath("/mcp").withHttpSse("/sse/").endpointPaths())
                .containsExactly("/mcp", "/sse/", "/sse/message");
        assertThat(HttpOptions.DEFAULT.withHttpSse("/sse").httpSseMessagePath()).isEqualTo("/sse/message");
        assertThat(HttpOptions.DEFAULT.httpSseMessagePath()).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpOptions.DEFAULT.withPath("/sse").withHttpSse("/sse"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HttpOptions.DEFAULT.withPath("/sse/message").withHttpSse("/sse"))
                .withMessageContaining("from /sse/message");
    }
}
