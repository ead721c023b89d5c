package dev.tenon.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.coverage.Covers;
import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.Json;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Encoded messages decode to the same value and encode to the same JSON again. */
@Covers("core/meta/preserve-unknown")
class CodecRoundTripTest {
    static List<EncodedSample> allSamples() {
        return EncodedSample.allSamples();
    }

    static List<EncodedSample> newestSamples() {
        return allSamples().stream().filter(e -> e.revision().isStateless()).toList();
    }

    @ParameterizedTest
    @MethodSource("allSamples")
    void a_decoded_message_encodes_to_the_same_json(EncodedSample message) {
        assertThat(again(message)).isEqualTo(message.json());
    }

    @ParameterizedTest
    @MethodSource("newestSamples")
    @Covers("2026-07-28/tools/input-schema-keywords")
    void the_newest_revision_keeps_every_field(EncodedSample message) {
        assertThat(withoutServerInfo(read(message))).isEqualTo(withoutServerInfo(message.value()));
    }

    @Test
    void input_requests_keep_all_fields_of_the_revision() {
        StatelessCodec codec = new StatelessCodec(null);
        Json json = codec.encodeResult(Methods.CALL_TOOL, Samples.INPUT_REQUIRED);
        Result read = codec.decodeResult(Methods.CALL_TOOL, json);
        assertThat(codec.encodeResult(Methods.CALL_TOOL, read)).isEqualTo(json);
        assertThat(json.toString()).doesNotContain("elicitationId").contains("\"requestState\":\"sealed\"");
    }

    private static Json again(EncodedSample message) {
        ProtocolCodec codec = EncodedSample.codec(message.revision());
        return switch (message.kind()) {
            case REQUEST -> encodeParams(codec, method(message), read(message));
            case RESULT -> codec.encodeResult(method(message), (Result) read(message));
            case NOTIFICATION -> encodeNotification(codec, type(message), read(message));
        };
    }

    private static Object read(EncodedSample message) {
        ProtocolCodec codec = EncodedSample.codec(message.revision());
        return switch (message.kind()) {
            case REQUEST -> codec.decodeParams(method(message), message.json());
            case RESULT -> codec.decodeResult(method(message), message.json());
            case NOTIFICATION -> codec.decodeNotification(type(message), message.json());
        };
    }

    private static Method<?, ?> method(EncodedSample message) {
        return AllMethods.methods().stream()
                .filter(m -> m.name().equals(message.method()))
                .findFirst()
                .orElseThrow();
    }

    private static NotificationType<?> type(EncodedSample message) {
        return AllMethods.notifications().stream()
                .filter(n -> n.name().equals(message.method()))
                .findFirst()
                .orElseThrow();
    }

    private static <P extends Params> Json encodeParams(ProtocolCodec codec, Method<P, ?> method, Object params) {
        return codec.encodeParams(method, method.params().cast(params));
    }

    private static <P extends Params> Json encodeNotification(
            ProtocolCodec codec, NotificationType<P> type, Object params) {
        return codec.encodeNotification(type, type.params().cast(params));
    }

    private static Object withoutServerInfo(Object value) {
        if (value instanceof Result result) {
            Meta meta = result.meta().without(MetaKey.SERVER_INFO);
            return RecordCopier.copyWith((Record) result, "meta", meta);
        }
        return value;
    }

    @Test
    void every_revision_has_samples() {
        assertThat(allSamples()).extracting(EncodedSample::revision).contains(Revision.values());
    }
}
