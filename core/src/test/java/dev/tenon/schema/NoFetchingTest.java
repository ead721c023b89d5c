package dev.tenon.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schemas that name a listening server never cause a connection to it. */
class NoFetchingTest {
    private ServerSocket server;
    private String address;

    @BeforeEach
    void openServer() throws Exception {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        server.setSoTimeout(300);
        address = "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort() + "/schema.json";
    }

    @AfterEach
    void closeServer() throws Exception {
        server.close();
    }

    private void assertNoConnection() {
        assertThatThrownBy(() -> server.accept().close()).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    @Covers({"2026-07-28/schema/no-network-ref", "2026-07-28/schema/ref-opt-in-off"})
    void references_and_dialects_are_rejected_without_fetching() {
        for (String schema : List.of(
                "{\"$ref\":\"URL\"}",
                "{\"$dynamicRef\":\"URL#a\"}",
                "{\"$schema\":\"URL\"}",
                "{\"$id\":\"URL\",\"$ref\":\"other.json\"}",
                "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"allOf\":[{\"$ref\":\"URL\"}]}")) {
            assertThatThrownBy(() -> Schema.compile(Json.parse(schema.replace("URL", address))))
                    .isInstanceOf(SchemaException.class);
        }
        assertNoConnection();
    }

    @Test
    @Covers("2026-07-28/schema/no-network-ref")
    void identifiers_are_names_and_not_addresses() {
        for (String schema : List.of(
                "{\"$id\":\"URL\",\"type\":\"string\"}",
                "{\"id\":\"URL\",\"type\":\"string\"}",
                "{\"$vocabulary\":{\"URL\":true},\"type\":\"string\"}",
                "{\"$id\":\"URL\",\"$ref\":\"URL#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\"}}}",
                "{\"$ref\":\"URL\",\"$defs\":{\"a\":{\"$id\":\"URL\",\"type\":\"string\"}}}")) {
            Schema compiled = Schema.compile(Json.parse(schema.replace("URL", address)));

            assertThat(compiled.validate(Json.of("a"))).isEmpty();
            assertThat(compiled.validate(Json.of(1))).hasSize(1);
        }
        assertNoConnection();
    }
}
