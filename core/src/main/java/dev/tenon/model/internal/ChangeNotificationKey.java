package dev.tenon.model.internal;

import dev.tenon.json.Json;
import dev.tenon.model.Notifications;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a change of a list or of one resource. If two notifications have equal keys, the later one makes the
 * earlier one redundant.
 *
 * @param method the method of the notification
 * @param uri the URI of the resource; null for a list
 */
public record ChangeNotificationKey(String method, @Nullable Json uri) {
    /** The largest params, in bytes, of a notification with a key: pending changes must have a useful total limit. */
    private static final int MAX_BYTES = 16 << 10;

    private static final Set<String> METHODS = Set.of(
            Notifications.TOOLS_CHANGED.name(),
            Notifications.PROMPTS_CHANGED.name(),
            Notifications.RESOURCES_CHANGED.name(),
            Notifications.RESOURCE_UPDATED.name());

    /**
     * Returns the key of the change that a notification reports; null if it reports no change, or its params exceed 16
     * KiB.
     */
    public static @Nullable ChangeNotificationKey ofNotification(String method, @Nullable Json params) {
        if (!METHODS.contains(method) || params != null && params.sizeInBytes() > MAX_BYTES) {
            return null;
        }
        return new ChangeNotificationKey(method, params == null ? null : params.get("uri"));
    }
}
