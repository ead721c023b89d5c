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
 * A sample as one revision writes it.
 *
 * @param revision the revision
 * @param method the name of the request or notification
 * @param role what it is: request, result, notification or input
 * @param value what was written
 * @param json how: params or result
 */
record Encoded(Revision revision, String method, Role role, Object value, Json json) {
    enum Role {
        REQUEST,
        RESULT,
        NOTIFICATION
    }

    static final RequestMeta ABOUT = RequestMeta.of(Samples.SELF, Samples.CLIENT);

    static ProtocolCodec wire(Revision revision) {
        return ProtocolCodec.of(revision, Samples.SELF);
    }

    /** Everything that can be said in any revision. */
    static List<Encoded> everything() {
        List<Encoded> all = new ArrayList<>();
        for (Revision revision : Revision.values()) {
            ProtocolCodec wire = wire(revision);
            for (Method<?, ?> method : AllMethods.methods()) {
                if (wire.findClientMethod(method.name()) != null || wire.findServerMethod(method.name()) != null) {
                    requests(wire, method).forEach(all::add);
                    Samples.results(method)
                            .forEach(r -> all.add(new Encoded(
                                    revision, method.name(), Role.RESULT, r, wire.encodeResult(method, r))));
                }
            }
            for (NotificationType<?> type : AllMethods.notifications()) {
                if (wire.findClientNotification(type.name()) != null
                        || wire.findServerNotification(type.name()) != null) {
                    all.add(notification(wire, type));
                }
            }
        }
        return all;
    }

    private static <P extends Params> Stream<Encoded> requests(ProtocolCodec wire, Method<P, ?> method) {
        return Samples.params(method, wire.revision()).map(p -> {
            Record said = RecordCopier.copyWith((Record) p, "meta", wire.withRequestMeta(p.meta(), ABOUT));
            P params = method.params().cast(said);
            return new Encoded(wire.revision(), method.name(), Role.REQUEST, params, wire.encodeParams(method, params));
        });
    }

    private static <P extends Params> Encoded notification(ProtocolCodec wire, NotificationType<P> type) {
        P params = type.params().cast(Samples.params(type));
        return new Encoded(
                wire.revision(), type.name(), Role.NOTIFICATION, params, wire.encodeNotification(type, params));
    }

    @Override
    public String toString() {
        return revision + " " + method + " " + role + " " + value.getClass().getSimpleName();
    }
}
