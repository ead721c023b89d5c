package dev.tenon.model.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Notifications;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key of a change: a list, or one resource. Of two notifications with equal keys, the later one makes the earlier
 * one unnecessary.
 *
 * @param method the method of the notification
 * @param uri of the resource; null for a list
 */
public record ChangeNotificationKey(String method, @Nullable Json uri) {
    /** Larger params, in bytes, are no part of a change: what many changes hold together would have no useful bound. */
    private static final int MAX_BYTES = 16 << 10;

    private static final Set<String> METHODS = Set.of(
            Notifications.TOOLS_CHANGED.name(),
            Notifications.PROMPTS_CHANGED.name(),
            Notifications.RESOURCES_CHANGED.name(),
            Notifications.RESOURCE_UPDATED.name());

    /**
     * Returns the key of the change that a notification reports; null when it reports no change, or its params have
     * more than 16 KiB.
     */
    public static @Nullable ChangeNotificationKey ofNotification(String method, @Nullable Json params) {
        if (!METHODS.contains(method) || params != null && params.sizeInBytes() > MAX_BYTES) {
            return null;
        }
        return new ChangeNotificationKey(method, params == null ? null : params.get("uri"));
    }
}
