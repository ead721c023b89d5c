package dev.tenon.guard.policy.internal;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** Reads which tool, resource or prompt a message refers to. */
public final class MessageTargetReader {
    private MessageTargetReader() {}

    /** Returns the name or URI; null if the message does not refer to a feature of this kind. */
    public static @Nullable String readTarget(FeatureKind kind, PolicyMessage message) {
        if (message.kind() != MessageKind.REQUEST && message.kind() != MessageKind.NOTIFICATION) {
            return null;
        }
        boolean isCompletion = kind != FeatureKind.TOOL && message.method().equals("completion/complete");
        Json params = isCompletion ? message.body().get("ref") : message.body();
        boolean hasTarget = isCompletion || kind.isReferencedBy(message.method());
        return params == null || !hasTarget ? null : params.string(kind == FeatureKind.RESOURCE ? "uri" : "name");
    }
}
