package dev.tenon.model;

/** What is said in a conversation with a model (client features, sampling). */
public sealed interface SamplingContent permits TextContent, ImageContent, AudioContent, ToolUse, ToolResultContent {
    /** {@code _meta} (from 2025-06-18 on). */
    Meta meta();
}
