package dev.tenon.guard.policy.internal;

import dev.tenon.guard.policy.FeatureKind;
import dev.tenon.guard.policy.MessageKind;
import dev.tenon.guard.policy.PolicyMessage;
import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** Which tool, resource or prompt a message is about. */
public final class TargetReader {
    private TargetReader() {}

    /** The name or URI; null when the message is about no such thing. */
    static @Nullable public String readTarget(FeatureKind subject, PolicyMessage passage) {
        if (passage.kind() != MessageKind.REQUEST && passage.kind() != MessageKind.NOTIFICATION) {
            return null;
        }
        boolean isCompletion = subject != FeatureKind.TOOL && passage.method().equals("completion/complete");
        Json about = isCompletion ? passage.body().get("ref") : passage.body();
        boolean isAbout = isCompletion || subject.isReferencedBy(passage.method());
        return about == null || !isAbout ? null : about.string(subject == FeatureKind.RESOURCE ? "uri" : "name");
    }
}
