package dev.tenon.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
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

/** What a wire writes it reads, and writes again the same. */
@Covers("core/meta/preserve-unknown")
class WireRoundTripTest {
    static List<Encoded> everything() {
        return Encoded.everything();
    }

    static List<Encoded> everythingNewest() {
        return everything().stream().filter(e -> e.revision().isStateless()).toList();
    }

    @ParameterizedTest
    @MethodSource("everything")
    void what_was_read_is_written_again_the_same(Encoded message) {
        assertThat(again(message)).isEqualTo(message.json());
    }

    @ParameterizedTest
    @MethodSource("everythingNewest")
    @Covers("2026-07-28/tools/input-schema-keywords")
    void the_newest_revision_carries_every_field(Encoded message) {
        assertThat(withoutServerInfo(read(message))).isEqualTo(withoutServerInfo(message.value()));
    }

    @Test
    void what_a_server_asks_comes_back_whole_but_for_fields_that_are_gone() {
        StatelessCodec wire = new StatelessCodec(null);
        Json json = wire.encodeResult(Methods.CALL_TOOL, Samples.INPUT_REQUIRED);
        Result read = wire.decodeResult(Methods.CALL_TOOL, json);
        assertThat(wire.encodeResult(Methods.CALL_TOOL, read)).isEqualTo(json);
        assertThat(json.toString()).doesNotContain("elicitationId").contains("\"requestState\":\"sealed\"");
    }

    private static Json again(Encoded message) {
        ProtocolCodec wire = Encoded.wire(message.revision());
        return switch (message.role()) {
            case REQUEST -> encodeParams(wire, method(message), read(message));
            case RESULT -> wire.encodeResult(method(message), (Result) read(message));
            case NOTIFICATION -> encodeNotification(wire, type(message), read(message));
        };
    }

    private static Object read(Encoded message) {
        ProtocolCodec wire = Encoded.wire(message.revision());
        return switch (message.role()) {
            case REQUEST -> wire.decodeParams(method(message), message.json());
            case RESULT -> wire.decodeResult(method(message), message.json());
            case NOTIFICATION -> wire.decodeNotification(type(message), message.json());
        };
    }

    private static Method<?, ?> method(Encoded message) {
        return AllMethods.methods().stream()
                .filter(m -> m.name().equals(message.method()))
                .findFirst()
                .orElseThrow();
    }

    private static NotificationType<?> type(Encoded message) {
        return AllMethods.notifications().stream()
                .filter(n -> n.name().equals(message.method()))
                .findFirst()
                .orElseThrow();
    }

    private static <P extends Params> Json encodeParams(ProtocolCodec wire, Method<P, ?> method, Object params) {
        return wire.encodeParams(method, method.params().cast(params));
    }

    private static <P extends Params> Json encodeNotification(
            ProtocolCodec wire, NotificationType<P> type, Object params) {
        return wire.encodeNotification(type, type.params().cast(params));
    }

    private static Object withoutServerInfo(Object value) {
        if (value instanceof Result result) {
            Meta meta = result.meta().without(MetaKey.SERVER_INFO);
            return RecordCopier.copyWith((Record) result, "meta", meta);
        }
        return value;
    }

    @Test
    void every_revision_can_say_something() {
        assertThat(everything()).extracting(Encoded::revision).contains(Revision.values());
    }
}
