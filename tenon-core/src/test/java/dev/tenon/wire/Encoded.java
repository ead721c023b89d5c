package dev.tenon.wire;

import dev.tenon.codec.ProtocolCodec;
import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Revision;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A sample encoded for one revision.
 *
 * @param revision the revision
 * @param method the name of the request or notification
 * @param role the kind of value: request, result, notification or input
 * @param value the encoded value
 * @param json its JSON: params or result
 */
record Encoded(Revision revision, String method, Role role, Object value, Json json) {
    enum Role {
        REQUEST,
        RESULT,
        NOTIFICATION
    }

    static final RequestMeta ABOUT = RequestMeta.of(Samples.SELF, Samples.CLIENT);

    static ProtocolCodec codec(Revision revision) {
        return ProtocolCodec.of(revision, Samples.SELF);
    }

    /** Returns the encoded samples of all revisions. */
    static List<Encoded> allSamples() {
        List<Encoded> all = new ArrayList<>();
        for (Revision revision : Revision.values()) {
            ProtocolCodec codec = codec(revision);
            for (Method<?, ?> method : AllMethods.methods()) {
                if (codec.findClientMethod(method.name()) != null || codec.findServerMethod(method.name()) != null) {
                    requests(codec, method).forEach(all::add);
                    Samples.results(method)
                            .forEach(r -> all.add(new Encoded(
                                    revision, method.name(), Role.RESULT, r, codec.encodeResult(method, r))));
                }
            }
            for (NotificationType<?> type : AllMethods.notifications()) {
                if (codec.findClientNotification(type.name()) != null
                        || codec.findServerNotification(type.name()) != null) {
                    all.add(notification(codec, type));
                }
            }
        }
        return all;
    }

    private static <P extends Params> Stream<Encoded> requests(ProtocolCodec codec, Method<P, ?> method) {
        return Samples.params(method, codec.revision()).map(p -> {
            Record withMeta = RecordCopier.copyWith((Record) p, "meta", codec.withRequestMeta(p.meta(), ABOUT));
            P params = method.params().cast(withMeta);
            return new Encoded(
                    codec.revision(), method.name(), Role.REQUEST, params, codec.encodeParams(method, params));
        });
    }

    private static <P extends Params> Encoded notification(ProtocolCodec codec, NotificationType<P> type) {
        P params = type.params().cast(Samples.params(type));
        return new Encoded(
                codec.revision(), type.name(), Role.NOTIFICATION, params, codec.encodeNotification(type, params));
    }

    @Override
    public String toString() {
        return revision + " " + method + " " + role + " " + value.getClass().getSimpleName();
    }
}
