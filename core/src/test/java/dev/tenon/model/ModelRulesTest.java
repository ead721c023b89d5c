package dev.tenon.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenon.coverage.Covers;
import dev.tenon.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that the specification does not allow cannot be built, and the exception says what to do. */
class ModelRulesTest {
    private static final byte[] BYTES = "bytes".getBytes(StandardCharsets.UTF_8);

    @Test
    @Covers({"core/tools/input-schema-object", "core/tools/input-schema-type-object"})
    void the_input_schema_of_a_tool_is_an_object() {
        for (String schema :
                new String[] {"null", "true", "[]", "{}", "{\"type\":\"array\"}", "{\"type\":[\"object\"]}"}) {
            assertRejected(() -> Tool.of("a", Json.parse(schema)), "inputSchema must");
        }
        assertRejected(() -> Tool.of(" "), "name must not be blank");
        assertThat(Tool.of("a").inputSchema()).hasToString("{\"type\":\"object\",\"additionalProperties\":false}");
    }

    @Test
    @Covers("core/tools/annotation-defaults")
    void absent_hints_have_their_specified_defaults() {
        ToolAnnotations silent = ToolAnnotations.NONE;
        assertThat(silent.isReadOnly()).isFalse();
        assertThat(silent.isDestructive()).isTrue();
        assertThat(silent.isIdempotent()).isFalse();
        assertThat(silent.isOpenWorld()).isTrue();
        assertThat(silent.withReadOnlyHint(true).withDestructiveHint(true).isDestructive())
                .isFalse();
        assertThat(silent.withDestructiveHint(false).isDestructive()).isFalse();
        assertThat(silent.withOpenWorldHint(false).isOpenWorld()).isFalse();
    }

    @Test
    @Covers({
        "core/tools/image-audio-base64",
        "core/prompts/image-base64",
        "core/prompts/audio-base64",
        "core/resources/binary-encoding"
    })
    void bytes_are_base64_with_a_mime_type() {
        assertThat(Content.image(BYTES, "image/png").data()).isEqualTo("Ynl0ZXM=");
        assertThat(Content.image(BYTES, "image/png").bytes()).isEqualTo(BYTES);
        assertThat(Content.audio(BYTES, "audio/wav").bytes()).isEqualTo(BYTES);
        assertThat(ResourceContents.blob("file:///a", "a/b", BYTES).bytes()).isEqualTo(BYTES);
        for (String wrong : new String[] {"Ynl0ZXM", "Ynl0ZX=M", "====", "Yn_0", "ab c"}) {
            assertRejected(() -> new ImageContent(wrong, "image/png", null, Meta.EMPTY), "data must be base64");
            assertRejected(() -> new AudioContent(wrong, "audio/wav", null, Meta.EMPTY), "data must be base64");
            assertRejected(() -> new BlobResourceContents("file:///a", null, wrong, Meta.EMPTY), "blob must be base64");
        }
        assertRejected(() -> Content.image(BYTES, "png"), "mimeType must be a type and a subtype");
        assertRejected(() -> Content.audio(BYTES, ""), "mimeType must be a type and a subtype");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.txt",
                "",
                ":a",
                "1a:b",
                "a_b:c",
                "file:///a b",
                "file:///%zz",
                "file:///%4",
                "a:{b}",
                "x:\u0000"
            })
    @Covers({"core/resources/custom-scheme-rfc3986", "core/prompts/embedded-resource-fields"})
    void an_invalid_uri_is_rejected(String uri) {
        assertRejected(() -> Resource.of(uri, "a"), "uri must be");
        assertRejected(() -> ResourceContents.text(uri, "text/plain", "a"), "uri must be");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:///a%20b.txt",
                "demo+x.1-y:anything?q=1#f",
                "https://ex\u00e4mple.com/\u00fc",
                "urn:isbn:1",
                "a:"
            })
    void uris_of_any_scheme_are_accepted(String uri) {
        assertThat(Resource.of(uri, "a").uri()).isEqualTo(uri);
    }

    @Test
    @Covers("core/resources/annotations-range")
    void a_priority_lies_between_0_and_1() {
        assertThat(Annotations.NONE.withPriority(0.0).withPriority(1.0).priority())
                .isEqualTo(1.0);
        for (double wrong : new double[] {-0.1, 1.1, Double.NaN}) {
            assertRejected(() -> Annotations.NONE.withPriority(wrong), "priority must lie between 0 and 1");
            assertRejected(() -> ModelPreferences.of().withCostPriority(wrong), "costPriority must lie");
        }
    }

    @Test
    @Covers("core/icons/src-required")
    void an_icon_has_a_web_or_data_uri() {
        assertThat(Icon.of("data:image/png;base64,AAAA").src()).startsWith("data:");
        assertThat(Icon.of("HTTPS://example.com/a").src()).startsWith("HTTPS:");
        for (String wrong : new String[] {"javascript:alert(1)", "file:///a", "ftp://a", "a.png", "", "httpsx:a"}) {
            assertRejected(() -> Icon.of(wrong), "src");
        }
        assertRejected(() -> Icon.of("https://a").withSizes(List.of("48")), "A size of an icon is written like 48x48");
    }

    @Test
    @Covers("core/completion/max-100")
    void a_completion_has_at_most_100_values() {
        List<String> many = Collections.nCopies(150, "a");
        assertRejected(() -> new Completion(many, null, null), "at most 100 values");
        Completion first = Completion.of(many);
        assertThat(first.values()).hasSize(100);
        assertThat(first.total()).isEqualTo(150);
        assertThat(first.hasMore()).isTrue();
        assertThat(Completion.of(List.of("a")).hasMore()).isFalse();
    }

    @Test
    @Covers("2026-07-28/caching/ttl-non-negative")
    void the_ttl_is_never_negative() {
        assertRejected(() -> new Caching(-1, CacheScope.PUBLIC), "ttlMs must be 0 or more");
    }

    @Test
    @Covers("2026-07-28/mrtr/at-least-one")
    void an_input_request_must_not_be_empty() {
        assertRejected(() -> InputRequired.of(Map.of(), null), "inputRequests and requestState");
    }

    @Test
    @Covers("core/roots/file-uri")
    void roots_are_files() {
        assertRejected(() -> Root.of("https://example.com"), "must begin with file://");
        assertThat(Root.of("file:///home").uri()).isEqualTo("file:///home");
    }

    @Test
    @Covers("core/progress/token-type")
    void a_token_is_a_string_or_an_integer() {
        for (String wrong : new String[] {"1.5", "1e-1", "true", "null", "{}", "[]"}) {
            assertRejected(() -> new ProgressToken(Json.parse(wrong)), "string or integer");
        }
        // An integer in the sense of JSON Schema (item 35).
        for (String integer : new String[] {"7", "-7", "1.0", "1e3"}) {
            assertThat(new ProgressToken(Json.parse(integer)).value()).isEqualTo(Json.parse(integer));
        }
        assertThat(ProgressToken.of(7)).isEqualTo(new ProgressToken(Json.parse("7")));
    }

    @Test
    void lists_and_maps_are_copied() {
        List<String> hints = new ArrayList<>(List.of("a"));
        ModelPreferences preferences = new ModelPreferences(hints, null, null, null);
        hints.add("b");
        assertThat(preferences.hints()).containsExactly("a");
        assertThatThrownBy(() -> preferences.hints().add("c")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> Meta.EMPTY.values().put("a", Json.NULL))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @Covers("2026-07-28/versioning/extension-id-format")
    void an_extension_has_a_prefix() {
        assertRejected(() -> ServerCapabilities.NONE.withExtensions(Map.of("charts", Json.EMPTY_OBJECT)), "identifier");
        assertRejected(() -> ClientCapabilities.NONE.withExtensions(Map.of("-a/b", Json.EMPTY_OBJECT)), "identifier");
        assertRejected(
                () -> ServerCapabilities.NONE.withExtensions(Map.of("com.example/c", Json.NULL)),
                "must be a JSON object");
        assertThat(ServerCapabilities.NONE
                        .withExtensions(Map.of("com.example/charts", Json.EMPTY_OBJECT))
                        .extensions())
                .hasSize(1);
    }

    static void assertRejected(ThrowingCallable building, String message) {
        assertThatThrownBy(building)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
