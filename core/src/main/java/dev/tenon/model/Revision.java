package dev.tenon.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A revision of the Model Context Protocol.
 *
 * <p>Check features with methods such as {@link #hasAudio()}; do not compare revisions. Four revisions start with a
 * handshake and keep a session; the newest is stateless.
 */
public enum Revision {
    /** 2024-11-05, the first. */
    V2024_11_05("2024-11-05"),
    /** 2025-03-26: Streamable HTTP, audio, tool annotations. */
    V2025_03_26("2025-03-26"),
    /** 2025-06-18: structured results, elicitation, resource links, titles. */
    V2025_06_18("2025-06-18"),
    /** 2025-11-25: icons, elicitation by URL, sampling with tools. */
    V2025_11_25("2025-11-25"),
    /** 2026-07-28: stateless; every request carries the client's information and capabilities. */
    V2026_07_28("2026-07-28");

    private static final Map<String, Revision> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(Revision::wireName, Function.identity()));

    private final String wireName;

    Revision(String wireName) {
        this.wireName = wireName;
    }

    /** Returns the name in messages and headers, such as {@code 2025-06-18}. */
    public String wireName() {
        return wireName;
    }

    /** Returns the revision of that name, or empty if it is unknown. */
    public static Optional<Revision> of(String wireName) {
        return Optional.ofNullable(BY_NAME.get(wireName));
    }

    /** Returns the newest revision. */
    public static Revision newest() {
        return V2026_07_28;
    }

    /** Returns the newest revision that {@code initialize} can negotiate. */
    public static Revision newestWithHandshake() {
        return V2025_11_25;
    }

    /** Returns all revisions, newest first. */
    public static List<Revision> newestFirst() {
        return Stream.of(values()).sorted((a, b) -> b.compareTo(a)).toList();
    }

    /** Returns whether requests are independent, without handshake and session. */
    public boolean isStateless() {
        return since(V2026_07_28);
    }

    /** Returns whether batches are accepted: 2025-03-26 requires them, and in 2024-11-05 JSON-RPC 2.0 implies them. */
    public boolean allowsBatch() {
        return !since(V2025_06_18);
    }

    /** Returns whether the error for an unreadable message carries {@code "id": null}; newer revisions omit the id. */
    public boolean writesNullIdWhenUnreadable() {
        return !since(V2025_11_25);
    }

    /** Returns whether an SSE stream starts with an empty event that carries an id, and may be closed and polled. */
    public boolean sendsPrimingEvent() {
        return this == V2025_11_25;
    }

    /** Returns whether HTTP requests after the handshake name the revision in a header. */
    public boolean hasVersionHeader() {
        return since(V2025_06_18);
    }

    /** Returns whether content may be audio. */
    public boolean hasAudio() {
        return since(V2025_03_26);
    }

    /** Returns whether tools have annotations. */
    public boolean hasToolAnnotations() {
        return since(V2025_03_26);
    }

    /** Returns whether progress carries a message. */
    public boolean hasProgressMessage() {
        return since(V2025_03_26);
    }

    /** Returns whether servers declare completions as a capability; completion itself exists in every revision. */
    public boolean hasCompletionsCapability() {
        return since(V2025_03_26);
    }

    /** Returns whether tools, resources and prompts have a title. */
    public boolean hasTitles() {
        return since(V2025_06_18);
    }

    /** Returns whether tools, resources, prompts, roots and content have {@code _meta}; messages always have it. */
    public boolean hasElementMeta() {
        return since(V2025_06_18);
    }

    /** Returns whether tools have an output schema and results structured content. */
    public boolean hasStructuredContent() {
        return since(V2025_06_18);
    }

    /** Returns whether structured content may be any JSON value, and output schemas may describe any value. */
    public boolean hasAnyStructuredContent() {
        return since(V2026_07_28);
    }

    /** Returns whether content may be a link to a resource. */
    public boolean hasResourceLinks() {
        return since(V2025_06_18);
    }

    /** Returns whether annotations have a modification time. */
    public boolean hasLastModified() {
        return since(V2025_06_18);
    }

    /** Returns whether completion requests include arguments that already have values. */
    public boolean hasCompletionContext() {
        return since(V2025_06_18);
    }

    /** Returns whether elicitation by URL exists, and the elicitation capability declares its modes. */
    public boolean hasUrlElicitation() {
        return since(V2025_11_25);
    }

    /** Returns whether elicitation by URL has an id, a completion notification and an error that requires it. */
    public boolean hasElicitationIds() {
        return this == V2025_11_25;
    }

    /** Returns whether forms may have titled choices, multiple choices and defaults other than booleans. */
    public boolean hasRichForms() {
        return since(V2025_11_25);
    }

    /** Returns whether schemas in messages may name their dialect in {@code $schema}. */
    public boolean hasSchemaDialect() {
        return since(V2025_11_25);
    }

    /** Returns whether elements have icons, and implementations a description and a web site. */
    public boolean hasIcons() {
        return since(V2025_11_25);
    }

    /** Returns whether sampling may use tools, and a sampling message may hold several blocks. */
    public boolean hasSamplingTools() {
        return since(V2025_11_25);
    }

    /** Returns whether clients may send notifications about changed roots. */
    public boolean hasRootsListChanged() {
        return !isStateless();
    }

    /** Returns whether capabilities have a map of extensions. */
    public boolean hasExtensions() {
        return since(V2026_07_28);
    }

    private boolean since(Revision first) {
        return compareTo(first) >= 0;
    }

    @Override
    public String toString() {
        return wireName;
    }
}
