package dev.tenon.model;

/** The notifications of all revisions. Which of them exist in a revision, and in which direction, its wire knows. */
public final class Notifications {
    /** The client is ready (up to 2025-11-25). */
    public static final NotificationType<EmptyParams> INITIALIZED =
            new NotificationType<>("notifications/initialized", EmptyParams.class);
    /** The result of a request is no longer wanted. */
    public static final NotificationType<CancelledParams> CANCELLED =
            new NotificationType<>("notifications/cancelled", CancelledParams.class);
    /** How far a request has come. */
    public static final NotificationType<ProgressParams> PROGRESS =
            new NotificationType<>("notifications/progress", ProgressParams.class);
    /** A log message. */
    public static final NotificationType<LogParams> MESSAGE =
            new NotificationType<>("notifications/message", LogParams.class);
    /** Tools came, went or changed. */
    public static final NotificationType<EmptyParams> TOOLS_CHANGED =
            new NotificationType<>("notifications/tools/list_changed", EmptyParams.class);
    /** Prompts came, went or changed. */
    public static final NotificationType<EmptyParams> PROMPTS_CHANGED =
            new NotificationType<>("notifications/prompts/list_changed", EmptyParams.class);
    /** Resources came, went or changed in the list. */
    public static final NotificationType<EmptyParams> RESOURCES_CHANGED =
            new NotificationType<>("notifications/resources/list_changed", EmptyParams.class);
    /** A resource's content changed. */
    public static final NotificationType<ResourceUpdatedParams> RESOURCE_UPDATED =
            new NotificationType<>("notifications/resources/updated", ResourceUpdatedParams.class);
    /** A subscription has begun (2026-07-28). */
    public static final NotificationType<AcknowledgedParams> ACKNOWLEDGED =
            new NotificationType<>("notifications/subscriptions/acknowledged", AcknowledgedParams.class);
    /** The client's roots changed (up to 2025-11-25). */
    public static final NotificationType<EmptyParams> ROOTS_CHANGED =
            new NotificationType<>("notifications/roots/list_changed", EmptyParams.class);
    /** What happened at a URL is done (2025-11-25). */
    public static final NotificationType<ElicitationCompleteParams> ELICITATION_COMPLETE =
            new NotificationType<>("notifications/elicitation/complete", ElicitationCompleteParams.class);

    private Notifications() {}
}
