package dev.tenon.model;

import dev.tenon.json.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has changed: a list, or one resource. Of two notifications of an equal change, the later says all that the earlier did.
 *
 * @param method the notification's
 * @param uri of the resource; null for a list
 */
public record ChangeKey(String method, @Nullable Json uri) {
    /** Larger params, in bytes, are no part of a change: what many changes hold together would have no useful bound. */
    private static final int MAX_BYTES = 16 << 10;

    private static final Set<String> METHODS = Set.of(
            Notifications.TOOLS_CHANGED.name(),
            Notifications.PROMPTS_CHANGED.name(),
            Notifications.RESOURCES_CHANGED.name(),
            Notifications.RESOURCE_UPDATED.name());

    /** The change that a notification tells of; null when it tells of none, or has params of more than 16 KiB. */
    public static @Nullable ChangeKey of(String method, @Nullable Json params) {
        if (!METHODS.contains(method) || params != null && params.size() > MAX_BYTES) {
            return null;
        }
        return new ChangeKey(method, params == null ? null : params.get("uri"));
    }
}
