package dev.tenon.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import dev.tenon.model.Caching;
import dev.tenon.model.ReadResourceResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests resources and resource templates: lists, reads and missing resources. */
class ResourcesTest {
    private McpServer server;
    private RecordingClient client;

    @BeforeEach
    void open() {
        server = McpServer.builder("test", "1")
                .resource("test://text")
                .name("text")
                .mimeType("text/plain")
                .caching(Caching.ofPublic(Duration.ofSeconds(5)))
                .handler((request, call) -> "some text")
                .resource("test://bytes")
                .handler((request, call) -> new byte[] {1, 2, 3})
                .resource("test://empty")
                .handler((request, call) -> ReadResourceResult.of())
                .resource("test://broken")
                .handler((request, call) -> {
                    throw new IllegalStateException("secret");
                })
                .resourceTemplate("file:///data/{name}")
                .handler((request, call) -> "file " + request.variable("name"))
                .build();
        client = new RecordingClient(server);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private RecordingClient.ReceivedResponse read(String uri) throws InterruptedException {
        return client.callStateless("resources/read", "\"uri\":" + Json.of(uri));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    @Covers("core/resources/declare-capability")
    void a_server_with_resources_declares_them(String revision) throws Exception {
        Json resources = client.initialize(revision, "{}").get("capabilities").get("resources");
        assertThat(resources.get("subscribe").bool()).isTrue();
        assertThat(resources.get("listChanged").bool()).isTrue();
    }

    @Test
    @Covers({"2026-07-28/resources/list-required", "2026-07-28/resources/list-not-per-connection"})
    void resources_and_templates_are_listed_identically_on_every_connection() throws Exception {
        Json resources = client.callStateless("resources/list", "").result();
        Json templates = client.callStateless("resources/templates/list", "").result();
        assertThat(resources.get("resources").elements()).hasSize(4);
        assertThat(templates
                        .get("resourceTemplates")
                        .elements()
                        .get(0)
                        .get("uriTemplate")
                        .string())
                .isEqualTo("file:///data/{name}");
        read("test://text");
        try (RecordingClient other = new RecordingClient(server)) {
            assertThat(other.callStateless("resources/list", "").result()).isEqualTo(resources);
            assertThat(other.callStateless("resources/templates/list", "").result())
                    .isEqualTo(templates);
        }
    }

    @Test
    @Covers({"core/resources/contents-shape", "core/resources/text-only-if-text", "core/resources/binary-encoding"})
    void contents_have_their_uri_and_either_text_or_base64() throws Exception {
        Json text = read("test://text").result().get("contents").elements().get(0);
        assertThat(text)
                .isEqualTo(Json.parse("{\"uri\":\"test://text\",\"mimeType\":\"text/plain\",\"text\":\"some text\"}"));
        Json bytes = read("test://bytes").result().get("contents").elements().get(0);
        assertThat(bytes.members()).containsOnlyKeys("uri", "mimeType", "blob");
        assertThat(bytes.get("blob").string()).isEqualTo("AQID");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"})
    @Covers({
        "2026-07-28/resources/not-found-32602",
        "2026-07-28/resources/not-found-no-empty-contents",
        "2026-07-28/jsonrpc/code-no-32002"
    })
    void a_missing_resource_is_an_error_with_its_uri_in_every_revision(String revision) throws Exception {
        for (String uri : List.of("test://nope", "test://empty", "urn:x")) {
            RecordingClient.ReceivedResponse response;
            if (revision.equals("2026-07-28")) {
                response = read(uri);
            } else {
                try (RecordingClient other = new RecordingClient(server)) {
                    other.initialize(revision, "{}");
                    response = other.callSessionMethod("resources/read", "{\"uri\":\"" + uri + "\"}");
                }
            }
            assertThat(response.code()).isEqualTo(-32602);
            assertThat(response.error().get("data").get("uri").string()).isEqualTo(uri);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///data/..",
                "file:///data/%2e%2e",
                "file:///data/..%2Fetc%2Fpasswd",
                "file:///data/a%2F..%2F..%2Fb",
                "file:///data/%00",
                "file:///data/..\\\\x",
                "file:///data/a/b"
            })
    @Covers({"2026-07-28/resources/path-traversal", "core/resources/validate-uris"})
    void a_uri_with_path_traversal_does_not_match_its_template(String uri) throws Exception {
        assertThat(read(uri).code()).isEqualTo(-32602);
    }

    @Test
    void template_variables_are_passed_decoded() throws Exception {
        Json contents = read("file:///data/a%20b.txt")
                .result()
                .get("contents")
                .elements()
                .get(0);
        assertThat(contents.get("text").string()).isEqualTo("file a b.txt");
        assertThat(contents.get("uri").string()).isEqualTo("file:///data/a%20b.txt");
    }

    @Test
    void a_failure_while_reading_is_an_internal_error_without_its_text() throws Exception {
        RecordingClient.ReceivedResponse response = read("test://broken");
        assertThat(response.code()).isEqualTo(-32603);
        assertThat(response.response().toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"uri\":5", "\"uri\":null", "\"uri\":\"\""})
    void the_error_for_params_without_a_uri_names_the_member(String members) throws Exception {
        RecordingClient.ReceivedResponse response = client.callStateless("resources/read", members);
        assertThat(response.code()).isEqualTo(-32602);
        assertThat(response.message()).contains("uri");
    }

    @Test
    @Covers({"2026-07-28/caching/hints-required", "2026-07-28/caching/ttl-non-negative"})
    void complete_results_contain_their_caching() throws Exception {
        Json read = read("test://text").result();
        assertThat(read.get("ttlMs").number().longValue()).isEqualTo(5000);
        assertThat(read.get("cacheScope").string()).isEqualTo("public");
        for (String method : List.of("resources/list", "resources/templates/list", "server/discover")) {
            Json result = client.callStateless(method, "").result();
            assertThat(result.get("ttlMs").number().longValue()).isZero();
            assertThat(result.get("cacheScope").string()).isEqualTo("private");
        }
    }
}
