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
        Json body = passage.body();
        return switch (passage.method()) {
            case "tools/call" -> subject == Subject.TOOL ? body.string("name") : null;
            case "prompts/get" -> subject == Subject.PROMPT ? body.string("name") : null;
            case "resources/read", "resources/subscribe", "notifications/resources/updated" ->
                subject == Subject.RESOURCE ? body.string("uri") : null;
            case "completion/complete" -> completed(subject, body.get("ref"));
            default -> null;
        };
    }

    private static @Nullable String completed(Subject subject, @Nullable Json ref) {
        if (ref == null) {
            return null;
        }
        return switch (subject) {
            case TOOL -> null;
            case PROMPT -> ref.string("name");
            case RESOURCE -> ref.string("uri");
        };
    }
}
