package dev.tenon.model;

/** The request methods of all revisions. */
public final class Methods {
    /** Opens a session (up to 2025-11-25). */
    public static final Method<InitializeParams, InitializeResult> INITIALIZE =
            new Method<>("initialize", InitializeParams.class, InitializeResult.class);
    /** Checks that the peer responds, in either direction (up to 2025-11-25). */
    public static final Method<EmptyParams, EmptyResult> PING =
            new Method<>("ping", EmptyParams.class, EmptyResult.class);
    /** Requests the revisions and features of a server (2026-07-28). */
    public static final Method<EmptyParams, DiscoverResult> DISCOVER =
            new Method<>("server/discover", EmptyParams.class, DiscoverResult.class);
    /** Lists tools. */
    public static final Method<PaginatedParams, ListToolsResult> LIST_TOOLS =
            new Method<>("tools/list", PaginatedParams.class, ListToolsResult.class);
    /** Calls a tool. */
    public static final Method<CallToolParams, CallToolResult> CALL_TOOL =
            new Method<>("tools/call", CallToolParams.class, CallToolResult.class);
    /** Lists resources. */
    public static final Method<PaginatedParams, ListResourcesResult> LIST_RESOURCES =
            new Method<>("resources/list", PaginatedParams.class, ListResourcesResult.class);
    /** Lists resource templates. */
    public static final Method<PaginatedParams, ListResourceTemplatesResult> LIST_RESOURCE_TEMPLATES =
            new Method<>("resources/templates/list", PaginatedParams.class, ListResourceTemplatesResult.class);
    /** Reads a resource. */
    public static final Method<ReadResourceParams, ReadResourceResult> READ_RESOURCE =
            new Method<>("resources/read", ReadResourceParams.class, ReadResourceResult.class);
    /** Subscribes to a resource (up to 2025-11-25). */
    public static final Method<SubscribeParams, EmptyResult> SUBSCRIBE =
            new Method<>("resources/subscribe", SubscribeParams.class, EmptyResult.class);
    /** Ends a subscription to a resource (up to 2025-11-25). */
    public static final Method<SubscribeParams, EmptyResult> UNSUBSCRIBE =
            new Method<>("resources/unsubscribe", SubscribeParams.class, EmptyResult.class);
    /** Lists prompts. */
    public static final Method<PaginatedParams, ListPromptsResult> LIST_PROMPTS =
            new Method<>("prompts/list", PaginatedParams.class, ListPromptsResult.class);
    /** Returns the messages of a prompt. */
    public static final Method<GetPromptParams, GetPromptResult> GET_PROMPT =
            new Method<>("prompts/get", GetPromptParams.class, GetPromptResult.class);
    /** Completes an argument. */
    public static final Method<CompleteParams, CompleteResult> COMPLETE =
            new Method<>("completion/complete", CompleteParams.class, CompleteResult.class);
    /** Sets the lowest level of log messages (up to 2025-11-25). */
    public static final Method<SetLevelParams, EmptyResult> SET_LEVEL =
            new Method<>("logging/setLevel", SetLevelParams.class, EmptyResult.class);
    /** Opens a stream of notifications (2026-07-28). */
    public static final Method<ListenParams, ListenResult> LISTEN =
            new Method<>("subscriptions/listen", ListenParams.class, ListenResult.class);

    /** Requests input of the user, by a form or a URL (from 2025-06-18 on; an input request in 2026-07-28). */
    public static final Method<Elicit, ElicitResult> ELICIT =
            new Method<>("elicitation/create", Elicit.class, ElicitResult.class);
    /** Requests a message of the client's model (an input request in 2026-07-28). */
    public static final Method<CreateMessage, CreateMessageResult> CREATE_MESSAGE =
            new Method<>("sampling/createMessage", CreateMessage.class, CreateMessageResult.class);
    /** Requests the client's roots (an input request in 2026-07-28). */
    public static final Method<ListRoots, ListRootsResult> LIST_ROOTS =
            new Method<>("roots/list", ListRoots.class, ListRootsResult.class);

    private Methods() {}
}
