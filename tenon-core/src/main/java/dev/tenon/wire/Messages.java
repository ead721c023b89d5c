package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What both families of wires do alike: messages with their {@code _meta}, and misfits told to whom they concern. */
final class Messages {
    private static final int USUAL_BYTES = 256;

    final Elements elements;
    final Vocabulary vocabulary;

    Messages(Revision revision) {
        elements = new Elements(revision);
        vocabulary = new Vocabulary(elements);
    }

    <P extends Params> P decodeParams(Method<P, ?> method, @Nullable Json params) {
        Codec<P> codec = vocabulary.exchange(method).params();
        return ofParams(params, in -> {
            MetaCodec.checkProgressToken(in.fieldsOrEmpty("_meta"));
            return codec.read(in);
        });
    }

    <P extends Params> Json encodeParams(Method<P, ?> method, P params) {
        return params(vocabulary.exchange(method).params(), params);
    }

    <P extends Params> P decodeNotification(NotificationType<P> type, @Nullable Json params) {
        return ofParams(params, vocabulary.announcement(type).params()::read);
    }

    <P extends Params> Json encodeNotification(NotificationType<P> type, P params) {
        return params(vocabulary.announcement(type).params(), params);
    }

    /** Writes the members of a result. */
    <R extends Result> void result(JsonWriter out, Method<?, R> method, Result result) {
        if (!method.result().isInstance(result)) {
            throw new IllegalArgumentException(method + " has no result of the type "
                    + result.getClass().getSimpleName() + " in " + elements.revision);
        }
        vocabulary.exchange(method).result().members(out, method.result().cast(result));
    }

    static <T> T ofParams(@Nullable Json params, Function<Fields, T> read) {
        try {
            return Fields.ofParams(params).as(read);
        } catch (Misfit misfit) {
            throw new ParamsException(misfit.words());
        }
    }

    static <T> T ofResult(Json result, Function<Fields, T> read) {
        try {
            return Fields.ofResult(result).as(read);
        } catch (Misfit misfit) {
            throw new ResultException(misfit.words());
        }
    }

    static JsonWriter writer() {
        return new JsonWriter(USUAL_BYTES);
    }

    private <P extends Params> Json params(Codec<P> codec, P params) {
        JsonWriter out = writer().object();
        codec.members(out, params);
        elements.meta.ofMessage(out, params.meta());
        return out.endObject().toJson();
    }
}
