package dev.tenon.codec;

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
 * @param kind the kind of value: request, result, notification or input
 * @param value the encoded value
 * @param json its JSON: params or result
 */
record EncodedSample(Revision revision, String method, SampleKind kind, Object value, Json json) {
    enum SampleKind {
        REQUEST,
        RESULT,
        NOTIFICATION
    }

    static final RequestMeta REQUEST_META = RequestMeta.of(Samples.SELF, Samples.CLIENT);

    static ProtocolCodec codec(Revision revision) {
        return ProtocolCodec.of(revision, Samples.SELF);
    }

    /** Returns the encoded samples of all revisions. */
    static List<EncodedSample> allSamples() {
        List<EncodedSample> all = new ArrayList<>();
        for (Revision revision : Revision.values()) {
            ProtocolCodec codec = codec(revision);
            for (Method<?, ?> method : AllMethods.methods()) {
                if (codec.findClientMethod(method.name()) != null || codec.findServerMethod(method.name()) != null) {
                    requests(codec, method).forEach(all::add);
                    Samples.results(method)
                            .forEach(r -> all.add(new EncodedSample(
                                    revision, method.name(), SampleKind.RESULT, r, codec.encodeResult(method, r))));
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

    private static <P extends Params> Stream<EncodedSample> requests(ProtocolCodec codec, Method<P, ?> method) {
        return Samples.params(method, codec.revision()).map(p -> {
            Record withMeta = RecordCopier.copyWith((Record) p, "meta", codec.withRequestMeta(p.meta(), REQUEST_META));
            P params = method.params().cast(withMeta);
            return new EncodedSample(
                    codec.revision(), method.name(), SampleKind.REQUEST, params, codec.encodeParams(method, params));
        });
    }

    private static <P extends Params> EncodedSample notification(ProtocolCodec codec, NotificationType<P> type) {
        P params = type.params().cast(Samples.params(type));
        return new EncodedSample(
                codec.revision(), type.name(), SampleKind.NOTIFICATION, params, codec.encodeNotification(type, params));
    }

    @Override
    public String toString() {
        return revision + " " + method + " " + kind + " " + value.getClass().getSimpleName();
    }
}
