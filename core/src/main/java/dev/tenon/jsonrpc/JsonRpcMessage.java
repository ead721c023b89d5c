package dev.tenon.jsonrpc;

/** A well-formed JSON-RPC message; its structure needs no further checks. */
public sealed interface JsonRpcMessage permits Request, Notification, Response {}
