package dev.tenon.model;

/** Content of a conversation with a model (client features, sampling). */
public sealed interface SamplingContent permits TextContent, ImageContent, AudioContent, ToolUse, ToolResultContent {
    /** Returns {@code _meta} (from 2025-06-18 on). */
    Meta meta();
}
