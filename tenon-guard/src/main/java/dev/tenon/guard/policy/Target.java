package dev.tenon.guard.policy;

import dev.tenon.json.Json;
import org.jspecify.annotations.Nullable;

/** Which tool, resource or prompt a message is about. */
final class Target {
    private Target() {}

    /** The name or URI; null when the message is about no such thing. */
    static @Nullable String of(Subject subject, Passage passage) {
        if (passage.part() != Part.REQUEST && passage.part() != Part.NOTIFICATION) {
            return null;
        }
        boolean isCompletion = subject != Subject.TOOL && passage.method().equals("completion/complete");
        Json about = isCompletion ? passage.body().get("ref") : passage.body();
        boolean isAbout = isCompletion || subject.isNamedBy(passage.method());
        return about == null || !isAbout ? null : about.string(subject == Subject.RESOURCE ? "uri" : "name");
    }
}
