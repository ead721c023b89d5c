package dev.tenon.model;

/** What a client answers to an {@link InputRequest}. */
public sealed interface InputResponse extends Result permits ElicitResult, CreateMessageResult, ListRootsResult {}
