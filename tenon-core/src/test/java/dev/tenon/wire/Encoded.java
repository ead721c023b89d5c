package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.RecordCopier;
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

    static Wire wire(Revision revision) {
        return Wire.of(revision, Samples.SELF);
    }

    /** Everything that can be said in any revision. */
    static List<Encoded> everything() {
        List<Encoded> all = new ArrayList<>();
        for (Revision revision : Revision.values()) {
            Wire wire = wire(revision);
            for (Method<?, ?> method : AllMethods.methods()) {
                if (wire.clientMethod(method.name()) != null || wire.serverMethod(method.name()) != null) {
                    requests(wire, method).forEach(all::add);
                    Samples.results(method)
                            .forEach(r -> all.add(new Encoded(
                                    revision, method.name(), Role.RESULT, r, wire.encodeResult(method, r))));
                }
            }
            for (NotificationType<?> type : AllMethods.notifications()) {
                if (wire.clientNotification(type.name()) != null || wire.serverNotification(type.name()) != null) {
                    all.add(notification(wire, type));
                }
            }
        }
        return all;
    }

    private static <P extends Params> Stream<Encoded> requests(Wire wire, Method<P, ?> method) {
        return Samples.params(method, wire.revision()).map(p -> {
            Record said = RecordCopier.with((Record) p, "meta", wire.withRequestMeta(p.meta(), ABOUT));
            P params = method.params().cast(said);
            return new Encoded(wire.revision(), method.name(), Role.REQUEST, params, wire.encodeParams(method, params));
        });
    }

    private static <P extends Params> Encoded notification(Wire wire, NotificationType<P> type) {
        P params = type.params().cast(Samples.params(type));
        return new Encoded(
                wire.revision(), type.name(), Role.NOTIFICATION, params, wire.encodeNotification(type, params));
    }

    @Override
    public String toString() {
        return revision + " " + method + " " + role + " " + value.getClass().getSimpleName();
    }
}
