package dev.tenon.model;

/** The notifications of all revisions. */
public final class Notifications {
    /** The client is ready (up to 2025-11-25). */
    public static final NotificationType<EmptyParams> INITIALIZED =
            new NotificationType<>("notifications/initialized", EmptyParams.class);
    /** A request is cancelled. */
    public static final NotificationType<CancelledParams> CANCELLED =
            new NotificationType<>("notifications/cancelled", CancelledParams.class);
    /** The progress of a request. */
    public static final NotificationType<ProgressParams> PROGRESS =
            new NotificationType<>("notifications/progress", ProgressParams.class);
    /** A log message. */
    public static final NotificationType<LogParams> MESSAGE =
            new NotificationType<>("notifications/message", LogParams.class);
    /** Tools were added, removed or changed. */
    public static final NotificationType<EmptyParams> TOOLS_CHANGED =
            new NotificationType<>("notifications/tools/list_changed", EmptyParams.class);
    /** Prompts were added, removed or changed. */
    public static final NotificationType<EmptyParams> PROMPTS_CHANGED =
            new NotificationType<>("notifications/prompts/list_changed", EmptyParams.class);
    /** Resources were added to the list, removed from it, or changed in it. */
    public static final NotificationType<EmptyParams> RESOURCES_CHANGED =
            new NotificationType<>("notifications/resources/list_changed", EmptyParams.class);
    /** The contents of a resource changed. */
    public static final NotificationType<ResourceUpdatedParams> RESOURCE_UPDATED =
            new NotificationType<>("notifications/resources/updated", ResourceUpdatedParams.class);
    /** A subscription is active (2026-07-28). */
    public static final NotificationType<AcknowledgedParams> ACKNOWLEDGED =
            new NotificationType<>("notifications/subscriptions/acknowledged", AcknowledgedParams.class);
    /** The client's roots changed (up to 2025-11-25). */
    public static final NotificationType<EmptyParams> ROOTS_CHANGED =
            new NotificationType<>("notifications/roots/list_changed", EmptyParams.class);
    /** An elicitation by URL is complete (2025-11-25). */
    public static final NotificationType<ElicitationCompleteParams> ELICITATION_COMPLETE =
            new NotificationType<>("notifications/elicitation/complete", ElicitationCompleteParams.class);

    private Notifications() {}
}
